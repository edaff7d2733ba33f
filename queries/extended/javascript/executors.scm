; Calls that execute JavaScript code and that the contract does not list.

; setTimeout(code, 0)
((identifier) @sink.execute
  (#any-of? @sink.execute "setTimeout" "setInterval"))

; new Function("x", code): all arguments but the last are parameter names
((identifier) @sink.execute
  (#any-of? @sink.execute "Function" "AsyncFunction" "GeneratorFunction")
  (#set! argument "last"))

; (() => {}).constructor(code)   [].constructor.constructor(code): Function by another name, as a property of any function
((member_expression) @sink.execute
  (#eq? @sink.execute "().constructor")
  (#set! argument "last"))

; f.constructor, where f is a function
([(property_identifier) (string_fragment)] @scope.constructor
  (#eq? @scope.constructor "constructor"))

; vm.runInThisContext(code)   new vm.Script(code)
((member_expression) @sink.execute
  (#any-of? @sink.execute "vm.runInThisContext" "vm.runInNewContext" "vm.runInContext" "vm.Script" "vm.compileFunction" "vm.SourceTextModule"))

; module._compile(code, name)   window.webContents.executeJavaScript(code)
((property_identifier) @sink.execute.method
  (#any-of? @sink.execute.method "_compile" "executeJavaScript"))

; document.write("<script>" + code + "</script>")
((member_expression) @sink.execute
  (#any-of? @sink.execute "document.write" "document.writeln")
  (#set! of "markup"))

; script.textContent = code
((property_identifier) @sink.property
  (#any-of? @sink.property "textContent" "text" "innerHTML" "innerText"))

; import("data:text/javascript;base64,…")
((import) @sink.execute
  (#eq? @sink.execute "import")
  (#set! of "data")
  (#set! rule "javascript/decode-execute"))

; new Worker(URL.createObjectURL(new Blob([code])))
((identifier) @sink.execute
  (#any-of? @sink.execute "Worker" "SharedWorker")
  (#set! of "blob"))

; new Worker(code, { eval: true })   new worker_threads.Worker(code, { eval: true })
(new_expression
  constructor: [
    (identifier)
    (member_expression)
  ] @sink.execute
  arguments: (arguments
    (object
      (pair
        key: (property_identifier) @_key
        value: (true))))
  (#any-of? @sink.execute "Worker" "worker_threads.Worker" "workerThreads.Worker" "threads.Worker" "workers.Worker" "wt.Worker")
  (#eq? @_key "eval"))
