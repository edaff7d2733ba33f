; More commands that fetch and write to standard output.

; http URL   xh URL   curlie URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "http" "https" "xh" "xhs" "curlie"))

; fetch -o - URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "fetch"))

; lynx -source URL   w3m -dump_source URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "lynx" "w3m" "elinks"))
