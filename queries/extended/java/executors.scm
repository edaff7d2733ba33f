; Calls that execute text, and calls that hand on nothing of their arguments.

; new ProcessBuilder("sh", "-c", code)
((identifier) @sink.execute
  (#word-is? @sink.execute "ProcessBuilder")
  (#set! of "shell"))

; Runtime.getRuntime().exec(new String[]{"sh", "-c", code})   builder.command("sh", "-c", code)
((identifier) @sink.execute.method
  (#word-is? @sink.execute.method "exec" "command" "execute")
  (#set! of "shell"))

; code.length()   code.startsWith("x"): says something about the text, passes nothing of it on
((identifier) @flow.barrier.method
  (#word-is? @flow.barrier.method
    "length" "size" "hashCode" "equals" "equalsIgnoreCase" "startsWith" "endsWith" "contains" "indexOf" "lastIndexOf"
    "isEmpty" "isBlank" "matches" "compareTo" "getResponseCode" "statusCode" "println" "printf"))

; code.length
((identifier) @flow.barrier.property
  (#word-is? @flow.barrier.property "length"))
