; Commands that output, read or search files or standard input without executing them. Also the commands trap and which.

; cat <(curl URL) | bash
((command_name) @flow.carrier
  (#word-is? @flow.carrier "cat" "tac" "head" "tail" "pv"))

; sed -e EXPRESSION <(curl URL) | bash
((command_name) @flow.carrier
  (#word-is? @flow.carrier "sed" "awk" "gawk" "grep" "sort" "uniq" "comm" "cut" "jq" "yq" "iconv" "envsubst"))

; zcat <(curl URL) | bash
((command_name) @flow.carrier
  (#word-is? @flow.carrier
    "gzip" "gunzip" "zcat" "bzip2" "bunzip2" "bzcat" "xz" "unxz" "xzcat" "zstd" "unzstd" "zstdcat"))

; cat FILE: reads standard input only if it has no operand, or one that names standard input
((command_name) @flow.reader
  (#word-is? @flow.reader "cat" "tac"))

; (tee FILE; sh): tee reads all of standard input, so that sh reads nothing
((command_name) @flow.drain
  (#word-is? @flow.drain "tee" "tr" "sponge"))

; trap CODE EXIT: the first operand is code
((command_name) @flow.trap
  (#word-is? @flow.trap "trap"))

; which curl: prints the path of a command
((command_name) @flow.locator
  (#word-is? @flow.locator "which"))

; grep -q x: searches its input; with -q, prints nothing
((command_name) @flow.searcher
  (#word-is? @flow.searcher "grep" "egrep" "fgrep" "zgrep" "rg"))
