; Calls that fetch or decode. The extended profile reports code that executes their results.

; eval(Base64.decode64("…"))
((call) @source.decoder
  (#word-is? @source.decoder
    "Base64.decode64" "Base64.strict_decode64" "Base64.urlsafe_decode64"
    "Zlib.Inflate.inflate" "Zlib.inflate" "URI.decode_www_form_component" "CGI.unescape")
  (#set! rule "script/decode-execute"))

; eval(["…"].pack("H*"))
((identifier) @source.decoder.method
  (#word-is? @source.decoder.method "pack" "unpack" "unpack1")
  (#set! rule "script/decode-execute"))

; eval(URI.open("https://…").read)
((call) @source.fetch
  (#word-is? @source.fetch
    "URI.open" "URI.read" "URI.parse.open" "URI.parse.read" "URI.parse.open.read" "OpenURI.open_uri" "Net.HTTP.get_response" "Net.HTTP.start" "Net.HTTP.new"
    "Net.HTTP.post" "Net.HTTP.post_form" "HTTParty.get" "HTTParty.post" "RestClient.get"
    "RestClient.post" "Faraday.get" "Faraday.new" "Excon.get" "Typhoeus.get" "HTTP.get" "TCPSocket.new" "TCPSocket.open" "OpenSSL.SSL.SSLSocket.new")
  (#set! rule "script/fetch-execute"))

; eval(open("https://…").read)
((identifier) @source.fetch
  (#word-is? @source.fetch "open")
  (#set! of "address")
  (#set! rule "script/fetch-execute"))

; Base64.decode64(x): the span of a finding ends with the module's name
((identifier) @source.module
  (#word-is? @source.module "Base64"))

; response.body
((identifier) @flow.content.method
  (#word-is? @flow.content.method "body" "read_body"))
