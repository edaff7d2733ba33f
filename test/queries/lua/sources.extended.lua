   load(http.request("x"))
--      ^^^^^^^^^^^^ source.fetch
   load(http.url("x"))
--      ^^^^^^^^ !source.fetch
