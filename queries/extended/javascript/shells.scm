; A decoded payload or a fetched text that a shell runs.

; execSync(atob(…))
(arguments
  (_) @sink.command
  (#set! rule "javascript/decode-execute"))
