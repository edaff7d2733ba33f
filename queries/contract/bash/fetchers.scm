; Commands that fetch. Where each of them writes is decided by its option table.

; curl -fsSL URL   wget -qO- URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "curl" "wget"))
