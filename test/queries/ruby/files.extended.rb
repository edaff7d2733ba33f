   File.write("f", data)
#  ^^^^^^^^^^^^^^^^^^^^^ flow.write
   File.read("f")
#  ^^^^^^^^^^^^^^ !flow.write
   File.open("f", "wb")
#  ^^^^^^^^^^^^^^^^^^^^ flow.open
   Pathname.new("f")
#  ^^^^^^^^^^^^^^^^^ flow.open
   Digest::SHA256.file("f")
#  ^^^^^^^^^^^^^^^^^^^^^^^^ flow.digest
   load "f"
#  ^^^^ sink.file
