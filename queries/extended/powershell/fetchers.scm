; Commands, methods and properties that fetch. Names are compared in lower case, without backticks and quotes.

; irm https://x.example/install.ps1 | iex   iwr https://x.example/install.ps1 -OutFile install.ps1
((command_name) @source.fetch
  (#word-like? @source.fetch "invoke-webrequest" "invoke-restmethod" "iwr" "irm" "curl" "wget")
  (#set! rule "powershell/fetch-execute")
  (#set! output "-OutFile")
  (#set! values "-Authentication -Body -Certificate -CertificateThumbprint -ConnectionTimeoutSeconds -ContentType -Credential -CustomMethod -EA -ErrorAction -Form -Headers -HttpVersion -InFile -MaximumRedirection -MaximumRetryCount -Method -OperationTimeoutSeconds -OutVariable -Proxy -ProxyCredential -RetryIntervalSec -SessionVariable -SslProtocol -TimeoutSec -Token -TransferEncoding -UserAgent -WarningAction -WebSession"))

; (New-Object Net.WebClient).DownloadString('https://x.example/install.ps1') | iex
((member_name) @source.fetch.method
  (#word-like? @source.fetch.method
    "downloadstring" "downloaddata" "downloadstringtaskasync" "downloaddatataskasync"
    "getstringasync" "getasync" "getbytearrayasync" "getstreamasync" "openread")
  (#set! of "operand"))

; $request.GetResponse().GetResponseStream()
((member_name) @source.fetch.method
  (#word-like? @source.fetch.method "getresponsestream" "getstream"))

; $http = New-Object -ComObject MSXML2.XMLHTTP; $http.ResponseText
((member_name) @source.fetch.property
  (#word-like? @source.fetch.property "responsetext" "responsebody" "responsestream"))

; Resolve-DnsName x.example -Type TXT
((command_name) @source.fetch
  (#word-like? @source.fetch "resolve-dnsname")
  (#set! rule "powershell/fetch-execute")
  (#set! needs "-txt txt")
  (#set! values "-Server -Type"))

; nslookup -q=txt x.example
((command_name) @source.fetch
  (#word-like? @source.fetch "nslookup" "nslookup.exe")
  (#set! rule "powershell/fetch-execute")
  (#set! needs "-q=txt -type=txt -querytype=txt"))

; Start-BitsTransfer https://x.example/setup.exe setup.exe
((command_name) @source.download
  (#word-like? @source.download "start-bitstransfer")
  (#set! output "-Destination"))

; certutil -urlcache -split -f https://x.example/setup.exe setup.exe   bitsadmin /transfer NAME URL FILE
((command_name) @source.download
  (#word-like? @source.download "certutil" "certutil.exe" "bitsadmin" "bitsadmin.exe")
  (#set! needs "-urlcache -verifyctl /urlcache /transfer /addfile"))

; $client.DownloadFile('https://x.example/setup.exe', 'setup.exe')
((member_name) @source.download.method
  (#word-like? @source.download.method "downloadfile" "downloadfileasync" "downloadfiletaskasync"))
