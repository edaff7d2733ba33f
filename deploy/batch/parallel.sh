#!/bin/bash
# Partitions on all cores of a machine, or of several (--sshlogin), with GNU parallel:
#   deploy/batch/parallel.sh 32 'crawl/*.parquet' found
# A partition that ends with an error is tried again; the log says which ones are done.
set -euo pipefail
shopt -s nullglob
partitions=$1
# shellcheck disable=SC2206 # the pattern of the inputs is expanded here
inputs=($2)
parallel --retries 3 --joblog "$3.log" --resume-failed \
  "${CURLEW:-curlew}" batch "${inputs[@]@Q}" --out-dir "$3" --partition "{}/$partitions" --jobs 1 --quiet \
  ::: $(seq 0 $((partitions - 1)))
exec "${CURLEW:-curlew}" batch --merge "$3"
