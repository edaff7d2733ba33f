<?php
   eval(base64_decode("x"));
//      ^^^^^^^^^^^^^ source.decoder
   eval(curl_exec($h));
//      ^^^^^^^^^ source.fetch
   md5($x);
// ^^^ !source.decoder
   eval(Http::get($u)->body());
//      ^^^^^^^^^^^^^ source.fetch
   eval($c->get($u)->getBody());
//                   ^^^^^^^ source.fetch.method
