   File.WriteAllBytes("f", data);
// ^^^^^^^^^^^^^^^^^^ flow.write
   File.ReadAllBytes("f");
// ^^^^^^^^^^^^^^^^^ !flow.write
   File.Create("f");
// ^^^^^^^^^^^ flow.open
   SHA256.HashData(data);
// ^^^^^^^^^^^^^^^ flow.digest
   Process.Start("f");
// ^^^^^^^^^^^^^ sink.file
   Process.Kill("f");
// ^^^^^^^^^^^^ !sink.file
   client.DownloadFile(url, "f");
//        ^^^^^^^^^^^^ source.download.method
