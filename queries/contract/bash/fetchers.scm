; Commands that fetch, each with the table that says what its options mean and where it writes (rules 2 to 4).

; curl -fsSL URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "curl")
  (#set! options "curl"))

; wget -qO- URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "wget")
  (#set! options "wget"))
