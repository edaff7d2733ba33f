  exec(base64.b64decode(payload))
# ^^^^ sink.execute
#      ^^^^^^^^^^^^^^^^ source.decoder
#      ^^^^^^^^^^^^^^^^^^^^^^^^^ sink.program

  data = base64.b64encode(payload)
#        ^^^^^^^^^^^^^^^^ !source.decoder

  eval_expression(payload)
# ^^^^^^^^^^^^^^^ !sink.execute

  os.system("ls")
# ^^^^^^^^^ inject.shell

  results = map(exec, codes)
#               ^^^^ sink.callback

  return (exec, (code,))
#                ^^^^ sink.program
