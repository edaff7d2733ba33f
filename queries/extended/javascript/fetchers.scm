; Calls that fetch, for what the extended profile reports beyond shell.

; fetch(url)
((identifier) @source.fetch
  (#any-of? @source.fetch "fetch")
  (#set! rule "javascript/fetch-execute"))

; axios.get(url)   window.fetch(url)
((member_expression) @source.fetch
  (#any-of? @source.fetch "axios.get" "axios.request" "window.fetch" "globalThis.fetch")
  (#set! rule "javascript/fetch-execute"))
