   urllib.request.urlretrieve(url, "f")
#  ^^^^^^^^^^^^^^^^^^^^^^^^^^ source.download
   urllib.request.urlopen(url)
#  ^^^^^^^^^^^^^^^^^^^^^^ !source.download
   wget.download(url, "f")
#  ^^^^^^^^^^^^^ source.download
   open("f", "wb")
#  ^^^^ flow.open
   Path("f")
#  ^^^^ flow.open
   hashlib.sha256(data)
#  ^^^^^^^^^^^^^^ flow.digest
   sha256(data)
#  ^^^^^^ flow.digest
   hmac.compare_digest(a, b)
#  ^^^^^^^^^^^^^^^^^^^ flow.compare
   runpy.run_path("f")
#  ^^^^^^^^^^^^^^ sink.file
   runpy.run_module("f")
#  ^^^^^^^^^^^^^^^^ !sink.file
