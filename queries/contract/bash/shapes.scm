; The shapes that carry what a fetcher wrote to what executes it. A pattern says where in the syntax bytes can pass;
; whether a fetcher stands at one end and an interpreter takes them at the other is followed from there.

; curl URL | sh
((pipeline (_) . (_)) @flow.pipe
  (#set! rule "bash/fetch-pipe"))

; cat <<EOF | sh: the grammar puts what follows the here-document's mark into its redirect
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

; S=$(curl URL)   A=($(curl URL))   for line in $(curl URL)   ${S:-$(curl URL)}: kept, to be executed from there
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

; { bash; } <<< "$(curl URL)": behind a group the grammar reads it as a redirect
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
