; Calls that pass a decoded payload or fetched content to a shell.

; execSync(atob(…))
(arguments
  (_) @sink.command
  (#set! rule "javascript/decode-execute"))

; $`sh -c ${atob(…)}`
(call_expression
  arguments: (template_string
    (template_substitution
      (_) @sink.command))
  (#set! rule "javascript/decode-execute"))

; new ActiveXObject("WScript.Shell").Run("…")   WScript.CreateObject("WScript.Shell").Exec("…")
((member_expression) @inject.shell
  (#any-of? @inject.shell
    "ActiveXObject().Run" "ActiveXObject().Exec" "WScript.CreateObject().Run" "WScript.CreateObject().Exec"))
