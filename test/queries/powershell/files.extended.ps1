   irm https://x.example/a.ps1 | Out-File a.ps1
#                                ^^^^^^^^ flow.write
   irm https://x.example/a.ps1 | Out-Host
#                                ^^^^^^^^ !flow.write
   [IO.File]::WriteAllBytes("f", $data)
#             ^^^^^^^^^^^^^ flow.write.method
   [IO.File]::ReadAllBytes("f")
#             ^^^^^^^^^^^^ !flow.write.method
