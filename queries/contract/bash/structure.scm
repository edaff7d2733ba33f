; The shapes that carry what a fetcher wrote to what executes it. Taking a pattern out switches its shape off.

; curl URL | sh
((pipeline) @flow.pipe
  (#set! rule "bash/fetch-pipe"))

; sh -c "$(curl URL)"
((command_substitution) @flow.substitution
  (#set! rule "bash/fetch-substitution"))

; bash <(curl URL)
((process_substitution) @flow.process
  (#set! rule "bash/fetch-process-substitution"))

; bash <<< "$(curl URL)"
((herestring_redirect) @flow.here-string
  (#set! rule "bash/fetch-here-string"))

; { bash; } <<< "$(curl URL)": behind a group it is read as a redirect
((file_redirect) @flow.here-string
  (#set! rule "bash/fetch-here-string"))

; bash <<EOF
((heredoc_redirect) @flow.here-document
  (#set! rule "bash/fetch-here-document"))

; S=$(curl URL); eval "$S"
((simple_expansion) @flow.variable
  (#set! rule "bash/fetch-variable"))

; S=$(curl URL); eval "${S}"
((expansion) @flow.variable
  (#set! rule "bash/fetch-variable"))
