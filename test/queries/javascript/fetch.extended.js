   eval(await (await fetch(url)).text());
//                   ^^^^^ source.fetch
