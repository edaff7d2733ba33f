   process.Start("sh", "-c x");
//         ^^^^^ inject.quotes.method
   process.Stop("sh");
//         ^^^^ !inject.quotes.method
