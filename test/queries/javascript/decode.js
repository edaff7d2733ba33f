   eval(atob(payload));
// ^^^^ sink.execute
//      ^^^^ source.decoder

   JSON.parse(btoa(payload));
//            ^^^^ !source.decoder

   execSync("ls");
// ^^^^^^^^ inject.shell
