   client.GetStringAsync(url);
//        ^^^^^^^^^^^^^^ source.fetch.method
   client.CancelPendingRequests();
//        ^^^^^^^^^^^^^^^^^^^^^ !source.fetch.method
   Convert.FromBase64String(x);
// ^^^^^^^^^^^^^^^^^^^^^^^^ source.decoder
   Convert.ToBase64String(x);
// ^^^^^^^^^^^^^^^^^^^^^^ !source.decoder
   process.Start();
//         ^^^^^ sink.execute.method
   process.Kill();
//         ^^^^ !sink.execute.method
