; Calls that fetch or decode. The extended profile reports code that executes their results.

; eval(base64_decode("…"))
((name) @source.decoder
  (#word-is? @source.decoder
    "base64_decode" "gzinflate" "gzuncompress" "gzdecode" "convert_uudecode" "str_rot13"
    "hex2bin" "pack" "strrev" "openssl_decrypt" "rawurldecode")
  (#set! rule "script/decode-execute"))

; eval(file_get_contents("https://…"))
((name) @source.fetch
  (#word-is? @source.fetch "file_get_contents" "fopen" "readfile" "file" "simplexml_load_file")
  (#set! of "address")
  (#set! rule "script/fetch-execute"))

; eval(curl_exec($handle))   eval(wp_remote_retrieve_body(wp_remote_get($url)))
((name) @source.fetch
  (#word-is? @source.fetch
    "curl_exec" "curl_multi_getcontent" "wp_remote_get" "wp_safe_remote_get" "wp_remote_post"
    "wp_remote_request" "fsockopen" "pfsockopen" "stream_socket_client")
  (#set! rule "script/fetch-execute"))

; Http::get($url)->body()   Http::withToken($t)->get($url)->json()
((scoped_call_expression) @source.fetch
  (#word-is? @source.fetch
    "HttpClient.create" "Http.get" "Http.post" "Http.withHeaders" "Http.withToken" "Http.withOptions" "Http.timeout" "Http.retry")
  (#set! rule "script/fetch-execute"))

; $client->get($url)->getBody()
((name) @source.fetch.method
  (#word-is? @source.fetch.method "getBody")
  (#set! rule "script/fetch-execute"))

; include 'https://…'
((include_expression) @source.address
  (#word-is? @source.address "include" "include_once" "require" "require_once")
  (#set! address "url")
  (#set! rule "script/run-address"))
