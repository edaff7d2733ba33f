   http.Get(url)
// ^^^^^^^^ source.fetch
   base64.StdEncoding.DecodeString(x)
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ source.decoder
   base64.StdEncoding.EncodeToString(x)
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ !source.decoder
