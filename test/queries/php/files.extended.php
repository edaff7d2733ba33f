<?php
   file_put_contents("f", $data);
// ^^^^^^^^^^^^^^^^^ flow.write
   file_get_contents("f");
// ^^^^^^^^^^^^^^^^^ !flow.write
   fopen("f", "w");
// ^^^^^ flow.open
   hash_file("sha256", "f");
// ^^^^^^^^^ flow.digest
   hash_equals($a, $b);
// ^^^^^^^^^^^ flow.compare
   copy("https://x.example/f", "f");
// ^^^^ source.download
