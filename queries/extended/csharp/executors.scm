; Calls that execute what they are passed (sink), and calls whose results contain nothing of what they are passed (barriers).

; Process.Start("sh", $"-c {code}")
([(identifier) (member_access_expression)] @sink.execute
  (#word-is? @sink.execute "Process.Start" "ProcessStartInfo")
  (#set! of "shell"))

; process.Start()
((identifier) @sink.execute.method
  (#word-is? @sink.execute.method "Start")
  (#set! of "shell"))

; PowerShell.Create().AddScript(code)
((identifier) @sink.execute.method
  (#word-is? @sink.execute.method "AddScript"))

; code.Equals(other)   code.StartsWith("x"): the result describes the string and contains nothing of it
((identifier) @flow.barrier.method
  (#word-is? @flow.barrier.method
    "Equals" "StartsWith" "EndsWith" "Contains" "IndexOf" "LastIndexOf" "GetHashCode" "CompareTo" "Count"
    "IsNullOrEmpty" "IsNullOrWhiteSpace" "ComputeHash" "HashData"))

; code.Length
((identifier) @flow.barrier.property
  (#word-is? @flow.barrier.property "Length" "Count" "Key" "StatusCode" "IsSuccessStatusCode"))
