; Calls that fetch. The extended profile reports code that executes their results.

; requests.get(url).text   httpx.get(url).text   urllib.request.urlopen(url).read()
((attribute) @source.fetch
  (#any-of? @source.fetch
    "requests.get" "requests.post" "requests.put" "requests.request" "requests.Session().get" "requests.Session().post" "requests.Session().request" "requests.session().get"
    "Session().get" "Session().post"
    "httpx.get" "httpx.post" "httpx.request" "httpx.stream" "httpx.Client().get" "httpx.Client().post" "httpx.AsyncClient().get" "httpx.AsyncClient().post"
    "aiohttp.ClientSession().get" "aiohttp.ClientSession().post" "aiohttp.request"
    "urllib3.PoolManager().request" "urllib3.request" "urllib.request.build_opener().open"
    "asyncio.open_connection" "websockets.connect" "websockets.sync.client.connect" "websocket.WebSocketApp"
    "dns.resolver.resolve" "dns.resolver.query"
    "urllib.request.urlopen" "urllib2.urlopen" "urllib.urlopen" "six.moves.urllib.request.urlopen")
  (#set! of "operand")
  (#set! rule "python/fetch-execute"))

; urlopen(url) after an import of the name
((identifier) @source.fetch
  (#any-of? @source.fetch "urlopen")
  (#set! of "operand")
  (#set! rule "python/fetch-execute"))

; connection.getresponse().read()   socket.recv(4096)
((identifier) @source.fetch.method
  (#any-of? @source.fetch.method "getresponse" "recv" "recvfrom" "recv_into" "makefile" "urlopen")
  (#set! rule "python/fetch-execute"))

; websocket.WebSocketApp(url, on_message=f)
((identifier) @source.handler.property
  (#any-of? @source.handler.property "on_message"))

; response.status_code
((identifier) @flow.barrier.property
  (#any-of? @flow.barrier.property "status_code" "status" "ok" "is_success" "is_error" "reason_phrase" "elapsed"))

; response.getcode()
((identifier) @flow.barrier.method
  (#any-of? @flow.barrier.method "getcode"))
