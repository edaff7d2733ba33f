; Calls that execute what they are passed (sink), and calls whose results contain nothing of what they are passed (barriers).

; eval(code)
([(identifier) (call)] @sink.execute
  (#word-is? @sink.execute
    "eval" "instance_eval" "class_eval" "module_eval" "system" "exec" "spawn" "sh" "shell_out" "shell_out!" "Kernel.system"
    "Kernel.exec" "IO.popen" "Kernel.spawn" "Process.spawn" "PTY.spawn" "Open3.capture2" "Open3.capture2e" "Open3.capture3"
    "Open3.popen2" "Open3.popen2e" "Open3.popen3" "RubyVM.InstructionSequence.compile" "RubyVM.InstructionSequence.load_from_binary"))

; powershell_out("irm URL | iex")
([(identifier) (call)] @inject.text
  (#word-is? @inject.text "powershell_exec" "powershell_exec!" "powershell_out" "powershell_out!")
  (#set! reads "powershell"))

; object.instance_eval(code)
((identifier) @sink.execute.method
  (#word-is? @sink.execute.method "instance_eval" "class_eval" "module_eval" "eval"))

; codes.map { |code| … }: the results of the block are the new items
((identifier) @flow.map.method
  (#word-is? @flow.map.method "map" "collect" "flat_map" "filter_map"))

; commands.find { |command| … }   commands.first
((identifier) @flow.item.method
  (#word-is? @flow.item.method "find" "detect" "first" "last" "sample" "pop" "shift"))

; Digest::SHA256.hexdigest(code)
([(identifier) (call)] @flow.barrier
  (#word-is? @flow.barrier "hexdigest" "File.write" "puts" "print"))

; response.code
((identifier) @flow.barrier.method
  (#word-is? @flow.barrier.method
    "code" "status" "size" "length" "bytesize" "count" "empty?" "nil?" "blank?" "present?"
    "include?" "start_with?" "end_with?" "match?" "success?" "is_a?" "class" "hash" "to_i"))
