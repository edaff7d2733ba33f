   client.GetStringAsync(url);
// ^^^^^^^^^^^^^^^^^^^^^ source.fetch
   Convert.FromBase64String(x);
// ^^^^^^^^^^^^^^^^^^^^^^^^ source.decoder
   Convert.ToBase64String(x);
// ^^^^^^^^^^^^^^^^^^^^^^ !source.decoder
