   eval(Base64.decode64("x"))
#       ^^^^^^^^^^^^^^^^^^^^ source.decoder
   URI.open("x")
#  ^^^^^^^^^^^^^ source.fetch
   Base64.encode64("x")
#  ^^^^^^^^^^^^^^^^^^^^ !source.decoder
