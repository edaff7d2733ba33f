; Calls that run a program or pass code to a shell, and calls that store, combine or return such code. The capture says how the arguments
; are read. Qualified names are written with dots.

; os.execute("curl URL | sh")
((dot_index_expression) @inject.text
  (#word-is? @inject.text "os.execute" "io.popen" "hs.execute" "sys.exec" "sys.call" "util.exec"
    "spawn.with_shell" "easy_async_with_shell" "awesome.spawn_with_shell" "awful.util.spawn_with_shell"))

; fn.system("curl URL | sh")
((dot_index_expression) @inject.shell
  (#word-is? @inject.shell "fn.system" "fn.systemlist" "fn.jobstart"))

; build = "curl URL | sh"
((identifier) @inject.assigned
  (#word-is? @inject.assigned "build" "run"))

; string.char(101, 118)
((dot_index_expression) @flow.letters
  (#word-is? @flow.letters "string.char"))

; vim.cmd("!curl URL | sh")
((dot_index_expression) @inject.editor
  (#word-is? @inject.editor "vim.cmd" "vim.api.nvim_command" "vim.api.nvim_exec" "vim.api.nvim_exec2" "api.nvim_command" "vim.api.nvim_cmd"))

; table.insert(words, "x")   table.insert(words, 1, "x")
((dot_index_expression) @flow.mutator
  (#word-is? @flow.mutator "table.insert")
  (#set! adds "last"))

; setmetatable({}, { __index = methods })
((identifier) @flow.inherit
  (#word-is? @flow.inherit "setmetatable"))

; _G["load" .. "string"](code): the tables that contain the built-in names
((identifier) @scope.global
  (#word-is? @scope.global "_G" "_ENV"))

; getfenv().loadstring(code): calls that return such a table
((dot_index_expression) @scope.global
  (#word-is? @scope.global "getfenv()" "getgenv()" "getrenv()"))

; coroutine.wrap(function() coroutine.yield(code) end)
((dot_index_expression) @flow.function
  (#word-is? @flow.function "coroutine.wrap" "coroutine.create"))

; coroutine.resume(co)
((dot_index_expression) @flow.apply
  (#word-is? @flow.apply "coroutine.resume"))
