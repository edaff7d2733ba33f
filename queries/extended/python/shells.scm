; Calls that pass a decoded payload or fetched content to a shell.

; os.system(base64.b64decode(…))
(argument_list
  (_) @sink.command
  (#set! rule "python/decode-execute"))

; subprocess.run(args=code, shell=True)
(keyword_argument
  value: (_) @sink.command
  (#set! rule "python/decode-execute"))

; return (os.system, (code,)): unpickling calls the first item with the second
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
