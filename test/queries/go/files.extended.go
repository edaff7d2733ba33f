   os.WriteFile("f", data, 0o755)
// ^^^^^^^^^^^^ flow.write
   os.ReadFile("f")
// ^^^^^^^^^^^ !flow.write
   os.Create("f")
// ^^^^^^^^^ flow.open
   os.Remove("f")
// ^^^^^^^^^ !flow.open
   sha256.Sum256(data)
// ^^^^^^^^^^^^^ flow.digest
   bytes.Equal(a, b)
// ^^^^^^^^^^^ flow.compare
   filepath.Join(dir, "f")
// ^^^^^^^^^^^^^ flow.open
