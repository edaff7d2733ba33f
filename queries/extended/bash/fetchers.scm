; More commands that fetch.

; http URL   xh URL: standard output, unless -o names a file; --auth and --cert are read as the beginnings of longer names
((command_name) @source.fetcher
  (#word-is? @source.fetcher "http" "https" "xh" "xhs")
  (#set! writes "stdout")
  (#set! output "-o --output")
  (#set! values "-a -A --auth-type -s --style -p --print --session --proxy --verify --cert-key --timeout --max-redirects -P")
  (#set! idle "-h --headers --help --version"))

; curlie URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "curlie")
  (#set! options "curl"))

; fetch -o - URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "fetch")
  (#set! writes "file")
  (#set! output "-o")
  (#set! values "-B -S -T -w -i -N"))

; lynx -source URL   w3m -dump_source URL   elinks -source URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "lynx" "w3m" "links" "elinks")
  (#set! writes "nothing")
  (#set! prints "-source -dump -dump_source")
  (#set! values "-T"))
