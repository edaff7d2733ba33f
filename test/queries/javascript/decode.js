   eval(atob(payload));
// ^^^^ sink.execute
//      ^^^^ source.decoder
//      ^^^^^^^^^^^^^ sink.program

   JSON.parse(btoa(payload));
//            ^^^^ !source.decoder

   execSync("ls");
// ^^^^^^^^ inject.shell

   promise.then(eval);
//              ^^^^ sink.callback
