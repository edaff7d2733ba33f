#!/bin/bash
# A job array of Slurm. Folders and files are on a disk that all nodes see:
#   sbatch --array=0-99 deploy/batch/slurm.sh 'crawl/*.parquet' found
# Tasks that failed are submitted again under their numbers; the others keep what they have done:
#   CURLEW_PARTITIONS=100 sbatch --array=7,12 deploy/batch/slurm.sh 'crawl/*.parquet' found
# When all are done: curlew batch --merge found
#SBATCH --job-name=curlew
#SBATCH --cpus-per-task=1
#SBATCH --mem=1500M
#SBATCH --requeue
set -euo pipefail
shopt -s nullglob
# shellcheck disable=SC2206 # the pattern of the inputs is expanded here
inputs=($1)
exec "${CURLEW:-curlew}" batch "${inputs[@]}" --out-dir "$2" --partition auto --jobs 1 --quiet
