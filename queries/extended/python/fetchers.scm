; Calls that fetch, for what the extended profile reports beyond shell.

; requests.get(url).text   httpx.get(url).text   urllib.request.urlopen(url).read()
((attribute) @source.fetch
  (#any-of? @source.fetch
    "requests.get" "requests.post" "requests.request" "httpx.get" "httpx.post" "urllib.request.urlopen" "urllib2.urlopen" "urllib.urlopen")
  (#set! rule "python/fetch-execute"))

; urlopen(url) behind an import of the name
((identifier) @source.fetch
  (#any-of? @source.fetch "urlopen")
  (#set! rule "python/fetch-execute"))
