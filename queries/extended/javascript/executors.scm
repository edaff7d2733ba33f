; Calls that execute text of their own language, beyond the contract's closed list.

; new Function(code)   setTimeout(code, 0)
((identifier) @sink.execute
  (#any-of? @sink.execute "Function" "setTimeout" "setInterval"))

; vm.runInThisContext(code)   window.setTimeout(code, 0)
((member_expression) @sink.execute
  (#any-of? @sink.execute "vm.runInThisContext" "vm.runInNewContext" "vm.runInContext"))
