; Commands that fetch, each with the option table that says what its options mean and where the command writes.

; curl -fsSL URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "curl")
  (#set! options "curl"))

; wget -qO- URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "wget")
  (#set! options "wget"))
