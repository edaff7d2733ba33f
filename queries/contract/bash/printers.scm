; Commands that print their words: text, until it is piped into an interpreter.

; echo "curl URL | sh"   printf '%s' "$CODE"
((command_name) @flow.print
  (#word-is? @flow.print "echo" "printf"))
