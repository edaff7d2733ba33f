; Calls that run a program or pass code to a shell, and calls that store, combine or return such code. The capture says how the arguments
; are read. Qualified names are written with dots.

; shell_exec("curl URL | sh")
([(name) (scoped_call_expression)] @inject.text
  (#word-is? @inject.text
    "shell_exec" "exec" "system" "passthru" "popen" "proc_open" "Process.fromShellCommandline"
    "run" "runLocally"))

; pcntl_exec("sh", "-c", "…")
((name) @inject.words
  (#word-is? @inject.words "pcntl_exec"))

; object.exec("curl URL | sh")
((name) @inject.text.method
  (#word-is? @inject.text.method "exec" "run"))

; call_user_func("system", "curl URL | sh")
((name) @flow.apply
  (#word-is? @flow.apply "call_user_func" "register_shutdown_function" "forward_static_call"))

; call_user_func_array("system", ["curl URL | sh"])   array_map("system", ["curl URL | sh"])
((name) @flow.apply
  (#word-is? @flow.apply "call_user_func_array" "array_map")
  (#set! arguments "list"))

; array_filter([$code], "assert")   array_walk($lines, "system"): the function comes after the list
((name) @flow.apply
  (#word-is? @flow.apply
    "array_filter" "array_walk" "array_walk_recursive" "usort" "uasort" "uksort" "iterator_apply")
  (#set! arguments "items"))

; array_push($words, "x")
((name) @flow.mutator
  (#word-is? @flow.mutator "array_push"))

; array_unshift($words, "x")
((name) @flow.mutator
  (#word-is? @flow.mutator "array_unshift")
  (#set! adds "first"))

; $GLOBALS["x"]: the array that contains the program's variables
((name) @scope.global
  (#word-is? @scope.global "$GLOBALS"))

; exec("ls", $output)
((name) @flow.into
  (#word-is? @flow.into "exec")
  (#set! argument "1"))

; proc_open("sh", $descriptors, $pipes)
((name) @flow.into
  (#word-is? @flow.into "proc_open")
  (#set! argument "2"))

; preg_match("/…/", $text, $matches)
((name) @flow.into
  (#word-is? @flow.into "preg_match" "preg_match_all")
  (#set! argument "2"))

; str_replace("x", "", "bxase64_dexcode")
((name) @flow.replace
  (#word-is? @flow.replace "str_replace" "str_ireplace"))

; chr(101)
((name) @flow.letters
  (#word-is? @flow.letters "chr" "mb_chr"))

; new ReflectionFunction("system")   Closure::fromCallable("system")
([(name) (scoped_call_expression)] @flow.function
  (#word-is? @flow.function "ReflectionFunction" "Closure.fromCallable"))

; extract(["command" => "curl URL | sh"])
((name) @flow.define
  (#word-is? @flow.define "extract"))
