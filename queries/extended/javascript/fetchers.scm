; Calls that fetch, for what the extended profile reports beyond shell.

; fetch(url)   got(url)   ky(url)   needle(url)   axios(url)
((identifier) @source.fetch
  (#any-of? @source.fetch "fetch" "got" "ky" "needle" "axios" "superagent")
  (#set! rule "javascript/fetch-execute"))

; axios.get(url)   $.get(url)   https.get(url, answer)
((member_expression) @source.fetch
  (#any-of? @source.fetch
    "axios.get" "axios.post" "axios.request" "got.get" "got.post" "ky.get" "ky.post" "needle.get" "superagent.get" "$.get" "$.ajax" "$.getScript" "jQuery.get" "jQuery.ajax"
    "http.get" "https.get" "http.request" "https.request" "undici.fetch" "undici.request")
  (#set! rule "javascript/fetch-execute"))

; request.responseText
((property_identifier) @source.fetch.property
  (#any-of? @source.fetch.property "responseText")
  (#set! rule "javascript/fetch-execute"))
