   eval(await (await fetch(url)).text());
//                   ^^^^^ source.fetch

   socket.on("message", f);
// ^^^^^^^^^ source.handler

   request(url, f);
// ^^^^^^^ source.fetch

   $.ajax({ url, success: f });
//               ^^^^^^^ source.handler.property
eval(error.response.data);
//                  ^^^^ source.fetch.property
eval(error.request.data);
//                 ^^^^ !source.fetch.property
