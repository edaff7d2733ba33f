   os.execute("x")
-- ^^^^^^^^^^ inject.text
   print("x")
-- ^^^^^ !inject.text
