   url.openStream();
//     ^^^^^^^^^^ source.fetch.method
   url.toString();
//     ^^^^^^^^ !source.fetch.method
