; Commands that put out what their file operands hold, changed or not.

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

; cat FILE: reads standard input only where no operand stands, or one that names it
((command_name) @flow.reader
  (#word-is? @flow.reader "cat" "tac"))

; (tee FILE; sh): reads standard input to its end, and leaves nothing of it to the next command
((command_name) @flow.drain
  (#word-is? @flow.drain "tee" "tr" "sponge"))

; trap CODE EXIT: the first operand is code
((command_name) @flow.trap
  (#word-is? @flow.trap "trap"))

; which curl: prints where a command is
((command_name) @flow.locator
  (#word-is? @flow.locator "which"))

; grep -q x: searches, and with -q says nothing
((command_name) @flow.searcher
  (#word-is? @flow.searcher "grep" "egrep" "fgrep" "zgrep" "rg"))
