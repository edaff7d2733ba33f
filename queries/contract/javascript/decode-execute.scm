; Rule 18 in JavaScript: what decodes, what executes, and what lets a value pass on the way.

; eval(…)   exec(…)
((identifier) @sink.execute
  (#any-of? @sink.execute "eval" "exec")
  (#set! rule "javascript/decode-execute"))

; window.eval(…)   globalThis.atob(…): the object that holds the language's own names
((identifier) @scope.global
  (#any-of? @scope.global "window" "globalThis" "self" "global"))

; atob(…)
((identifier) @source.decoder
  (#eq? @source.decoder "atob"))

; base64.b64decode(…) where a block is tagged for the other language
((identifier) @source.decoder
  (#eq? @source.decoder "b64decode"))

; base64.b64decode(…)   buffer.atob(…)
((member_expression) @source.decoder
  (#any-of? @source.decoder "base64.b64decode" "bytes.fromhex" "buffer.atob" "abab.atob"))

; base64.b64decode: the module's name is the leading token
((identifier) @source.module
  (#eq? @source.module "base64"))

; require("child_process")   await import("child_process")
(call_expression
  function: (_) @flow.import
  (#any-of? @flow.import "require" "import" "importScripts" "module.require" "process.mainModule.require" "__import__"))

; util.promisify(exec): the function itself
(call_expression
  function: (_) @flow.function
  (#any-of? @flow.function "promisify" "util.promisify" "pify"))

; util.promisify(exec), whatever the object is called
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.function.method)
  (#eq? @flow.function.method "promisify"))

; fs.readFileSync(path): the bytes of the file, not of the path
(call_expression
  function: (_) @source.file
  (#any-of? @source.file "fs.readFileSync" "readFileSync" "fs.readFile" "readFile" "fs/promises.readFile" "fsPromises.readFile" "Deno.readTextFile" "Deno.readTextFileSync" "Bun.file"))

; fs.readFileSync("/dev/stdin")
(call_expression
  arguments: (arguments
    (string
      (string_fragment) @source.stdin.path))
  (#any-of? @source.stdin.path "/dev/stdin" "/dev/fd/0" "/proc/self/fd/0"))

; process.stdin.on("data", …)
((member_expression) @source.stdin
  (#any-of? @source.stdin "process.stdin" "process.stdin.fd" "Deno.stdin" "Bun.stdin"))

; process.openStdin()
(call_expression
  function: (_) @source.stdin
  (#any-of? @source.stdin "process.openStdin"))

; code.length: says something about the value, passes nothing of it on
(member_expression
  property: (property_identifier) @flow.barrier.property
  (#any-of? @flow.barrier.property "length" "byteLength" "size"))

; Promise.resolve(code): the value itself, perhaps later
(call_expression
  function: (_) @flow.same
  (#any-of? @flow.same "Promise.resolve" "Promise.all" "Object.freeze" "structuredClone"))

; promise.catch(f)
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.same.method)
  (#any-of? @flow.same.method "catch" "finally"))

; promise.then(f): f is called with the value, and what it returns comes out
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.then.method)
  (#eq? @flow.then.method "then"))

; fetch(url): the answer, not the address
(call_expression
  function: (_) @flow.barrier
  (#any-of? @flow.barrier
    "fetch" "Boolean" "Number" "parseInt" "parseFloat" "isNaN" "axios" "axios.get" "http.get" "https.get" "got"
    "Array.isArray" "Object.keys" "JSON.stringify" "console.log" "console.error" "console.info" "console.warn" "console.debug" "alert"))

; code.startsWith("x")
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.barrier.method)
  (#any-of? @flow.barrier.method "startsWith" "endsWith" "includes" "indexOf" "lastIndexOf" "test" "some" "every" "findIndex" "search" "localeCompare"))

; code.slice(from, to)   storage.getItem(key): the arguments say which part, they are none of it
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.position.method)
  (#any-of? @flow.position.method "slice" "substring" "substr" "subarray" "at" "charAt" "getItem" "getAttribute" "getElementById" "querySelector"))

; String(code)   code.trim(): a string passes through
(call_expression
  function: (_) @flow.text
  (#any-of? @flow.text "String" "dedent" "outdent" "stripIndent" "String.raw"))

; code.trim()
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.text.method)
  (#any-of? @flow.text.method "trim" "trimStart" "trimEnd" "toString" "valueOf" "normalize"))

; code.replace("{url}", url)
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.replace.method)
  (#any-of? @flow.replace.method "replace" "replaceAll"))

; words.join(" ")   "a b".split(" ")   "curl ".concat(url)
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.join.method)
  (#eq? @flow.join.method "join"))

; "a b".split(" ")
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.split.method)
  (#eq? @flow.split.method "split"))

; "curl ".concat(url)
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.concat.method)
  (#eq? @flow.concat.method "concat"))

; parts.push(chunk)
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.mutator.method)
  (#any-of? @flow.mutator.method "push" "unshift" "set" "add" "append" "write"))

; Array.from(commands)   new Set(commands)
(call_expression
  function: (_) @flow.items
  (#any-of? @flow.items "Array.from" "Array.of" "Set" "Object.values"))

; commands.filter(f)   commands.sort()
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.items.method)
  (#any-of? @flow.items.method "filter" "sort" "reverse" "toSorted" "toReversed" "values" "flat"))

; Object.entries(commands)
(call_expression
  function: (_) @flow.pairs
  (#eq? @flow.pairs "Object.entries"))

; commands.entries()
(call_expression
  function: (member_expression
    property: (property_identifier) @flow.pairs.method)
  (#eq? @flow.pairs.method "entries"))
