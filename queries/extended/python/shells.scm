; A decoded payload or a fetched text that a shell runs.

; os.system(base64.b64decode(…))
(argument_list
  (_) @sink.command
  (#set! rule "python/decode-execute"))

; subprocess.run(args=code, shell=True)
(keyword_argument
  value: (_) @sink.command
  (#set! rule "python/decode-execute"))

; return (os.system, (code,)): what unpickling calls, and what with
([
  (tuple
    .
    (_)
    .
    (tuple
      .
      (_) @sink.command))
  (expression_list
    .
    (_)
    .
    (tuple
      .
      (_) @sink.command))]
  (#set! rule "python/decode-execute"))
