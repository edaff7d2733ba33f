; Calls that fetch, for what the extended profile reports beyond shell.

; fetch(url)
((identifier) @source.fetch
  (#any-of? @source.fetch "fetch")
  (#set! rule "javascript/fetch-execute"))

; axios.get(url)
((member_expression) @source.fetch
  (#any-of? @source.fetch "axios.get" "axios.request")
  (#set! rule "javascript/fetch-execute"))
