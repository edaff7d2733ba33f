   Files.copy(in, path);
// ^^^^^^^^^^^^^^^^^^^^ flow.write
   Files.delete(path);
// ^^^^^^^^^^^^^^^^^^ !flow.write
   Path.of("f");
// ^^^^^^^^^^^^ flow.open
   MessageDigest.getInstance("SHA-256");
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ flow.digest
   MessageDigest.isEqual(a, b);
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^ flow.compare
