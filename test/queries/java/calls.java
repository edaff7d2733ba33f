   builder.command("sh", "-c", "x");
//         ^^^^^^^ inject.words.method
   builder.print("x");
//         ^^^^^ !inject.words.method
