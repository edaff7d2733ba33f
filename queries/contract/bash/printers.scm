; Commands that print their arguments. What they print is executed only if it is passed to an interpreter or to a command such as `eval`.

; echo "curl URL | sh"   printf '%s' "$CODE"
((command_name) @flow.print
  (#word-is? @flow.print "echo" "printf"))

; printf FORMAT WORD: inserts its arguments into a format string
((command_name) @flow.format
  (#word-is? @flow.format "printf"))
