; The syntax that passes bytes from one command to another: pipes, substitutions, redirects and variables.
; The evaluator decides from there whether a fetcher writes the bytes and an interpreter executes them.

; curl URL | sh
((pipeline (_) . (_)) @flow.pipe
  (#set! rule "bash/fetch-pipe"))

; cat <<EOF | sh: the grammar puts the rest of the line after EOF into the redirect
((heredoc_redirect
  (pipeline) @flow.pipe)
  (#set! rule "bash/fetch-pipe"))

; sh -c "$(curl URL)"
((string
  (command_substitution) @flow.substitution)
  (#set! rule "bash/fetch-substitution"))

; eval $(curl URL)   sh -c set\ -e;$(curl URL)   $(curl URL) as the command itself
([
  (command argument: (command_substitution) @flow.substitution)
  (command argument: (concatenation (command_substitution) @flow.substitution))
  (command_name (command_substitution) @flow.substitution)
  (command_name (concatenation (command_substitution) @flow.substitution))
  ]
  (#set! rule "bash/fetch-substitution"))

; S=$(curl URL)   A=($(curl URL))   for line in $(curl URL)   ${S:-$(curl URL)}: the value may be executed later
([
  (variable_assignment value: (command_substitution) @flow.substitution)
  (variable_assignment value: (concatenation (command_substitution) @flow.substitution))
  (array (command_substitution) @flow.substitution)
  (array (concatenation (command_substitution) @flow.substitution))
  (for_statement value: (command_substitution) @flow.substitution)
  (expansion (command_substitution) @flow.substitution)
  (expansion (concatenation (command_substitution) @flow.substitution))
  ]
  (#set! rule "bash/fetch-substitution"))

; sh <<EOF … $(curl URL) … EOF   sh <<< $(curl URL)
([
  (heredoc_body (command_substitution) @flow.substitution)
  (herestring_redirect (command_substitution) @flow.substitution)
  (herestring_redirect (concatenation (command_substitution) @flow.substitution))
  ]
  (#set! rule "bash/fetch-substitution"))

; bash <(curl URL)   source <(curl URL)
((command
  argument: (process_substitution) @flow.process)
  (#set! rule "bash/fetch-process-substitution"))

; bash < <(curl URL)   curl URL > >(sh)
((file_redirect
  destination: (process_substitution) @flow.process)
  (#set! rule "bash/fetch-process-substitution"))

; bash <<< "$(curl URL)"
((herestring_redirect) @flow.here-string
  (#set! rule "bash/fetch-here-string"))

; { bash; } <<< "$(curl URL)": after a group, the grammar parses a here-string as a file redirect
((file_redirect) @flow.here-string
  (#set! rule "bash/fetch-here-string"))

; bash <<EOF
((heredoc_redirect) @flow.here-document
  (#set! rule "bash/fetch-here-document"))

; S=$(curl URL); eval "$S"   eval "${S}"
([
  (simple_expansion)
  (expansion)
  ] @flow.variable
  (#set! rule "bash/fetch-variable"))
