   io.open("f", "w")
-- ^^^^^^^ flow.open
   io.close("f")
-- ^^^^^^^^ !flow.open
   writefile("f", data)
-- ^^^^^^^^^ flow.write
   dofile("f")
-- ^^^^^^ sink.file
