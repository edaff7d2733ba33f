; Commands that print their words: text, until it is piped into an interpreter.

; echo "curl URL | sh"   printf '%s' "$CODE"
((command_name) @flow.print
  (#word-is? @flow.print "echo" "printf"))

; printf FORMAT WORD: prints its words through a format
((command_name) @flow.format
  (#word-is? @flow.format "printf"))
