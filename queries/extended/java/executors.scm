; Calls that execute what they are passed (sink), and calls whose results contain nothing of what they are passed (barriers).

; new ProcessBuilder("sh", "-c", code)
((identifier) @sink.execute
  (#word-is? @sink.execute "ProcessBuilder")
  (#set! of "shell"))

; Runtime.getRuntime().exec(new String[]{"sh", "-c", code})   builder.command("sh", "-c", code)
((identifier) @sink.execute.method
  (#word-is? @sink.execute.method "exec" "command" "execute")
  (#set! of "shell"))

; code.length()   code.startsWith("x"): the result describes the string and contains nothing of it
((identifier) @flow.barrier.method
  (#word-is? @flow.barrier.method
    "length" "size" "hashCode" "equals" "equalsIgnoreCase" "startsWith" "endsWith" "contains" "indexOf" "lastIndexOf"
    "isEmpty" "isBlank" "matches" "compareTo" "digest" "getKey" "getResponseCode" "statusCode" "println" "printf"))

; code.length
((identifier) @flow.barrier.property
  (#word-is? @flow.barrier.property "length"))
