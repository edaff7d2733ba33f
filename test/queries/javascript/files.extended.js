   fs.writeFileSync("f", data);
//    ^^^^^^^^^^^^^ flow.write.method
   fs.readFileSync("f");
//    ^^^^^^^^^^^^ !flow.write.method
   writeFile("f", data);
// ^^^^^^^^^ flow.write
   Bun.write("f", data);
// ^^^^^^^^^ flow.write
   fs.createWriteStream("f");
// ^^^^^^^^^^^^^^^^^^^^ flow.open
   fs.createReadStream("f");
// ^^^^^^^^^^^^^^^^^^^ !flow.open
   got.stream(url);
// ^^^^^^^^^^ source.fetch
   crypto.createHash("sha256");
// ^^^^^^^^^^^^^^^^^ flow.digest
   assert.equal(a, b);
// ^^^^^^^^^^^^ flow.compare
   path.join(dir, "f");
// ^^^^^^^^^ flow.open
