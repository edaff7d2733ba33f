; Decode-and-execute in JavaScript: decoders, calls that execute code, and how values pass from one to the other.

; eval(atob(…))   eval.call(window, atob(…)): the argument of a call may be executed by the called function
(arguments
  (_) @sink.program
  (#set! rule "javascript/decode-execute"))

; eval<string>(atob(…)): the JavaScript grammar has no type arguments and parses this as two comparisons
([
  (parenthesized_expression
    (_) @sink.program)
  (sequence_expression
    (_) @sink.program)]
  (#set! rule "javascript/decode-execute"))

; promise.then(eval): a function that executes code is passed as an argument, and is called with the value of the object
(arguments
  (_) @sink.callback
  (#set! rule "javascript/decode-execute"))

; eval(…)
((identifier) @sink.execute
  (#eq? @sink.execute "eval"))

; exec(…): a function of this name executes its argument even if the text defines it; a method of this name does not
((identifier) @sink.execute
  (#eq? @sink.execute "exec")
  (#set! bare "only"))

; window.eval(…)   globalThis.atob(…): the objects that contain the built-in names
((identifier) @scope.global
  (#any-of? @scope.global "window" "globalThis" "self" "global" "top" "frames"))

; atob(…)
((identifier) @source.decoder
  (#eq? @source.decoder "atob"))

; buffer.atob(…): atob of a module
((member_expression) @source.decoder
  (#any-of? @source.decoder "buffer.atob" "abab.atob"))

; base64.b64decode(…): a Python decoder, for Python code in a block that is tagged as JavaScript
([(identifier) (member_expression)] @source.decoder
  (#any-of? @source.decoder "b64decode" "base64.b64decode" "bytes.fromhex")
  (#set! foreign "yes"))

; base64.b64decode: the span of a finding ends with the module's name
((identifier) @source.module
  (#eq? @source.module "base64"))

; await import("child_process")
((import) @flow.import
  (#eq? @flow.import "import"))

; require("child_process")
([(identifier) (member_expression)] @flow.import
  (#any-of? @flow.import "require" "importScripts" "module.require" "process.mainModule.require" "process.getBuiltinModule" "createRequire()" "module.createRequire()" "__import__"))

; Reflect.apply(eval, null, [atob(x)]): read as the call eval(atob(x))
([(identifier) (member_expression)] @flow.apply
  (#any-of? @flow.apply "Reflect.apply" "Reflect.construct")
  (#set! arguments "list"))

; util.promisify(exec): returns exec
([(identifier) (member_expression)] @flow.function
  (#any-of? @flow.function "promisify" "util.promisify" "pify"))

; util.promisify(exec), whatever the object is called
([(property_identifier) (string_fragment)] @flow.function.method
  (#eq? @flow.function.method "promisify"))

; fs.readFileSync(path): the result contains the bytes of the file, not the path
([(identifier) (member_expression)] @source.file
  (#any-of? @source.file "fs.readFileSync" "readFileSync" "fs.readFile" "readFile" "fs/promises.readFile" "fsPromises.readFile" "Deno.readTextFile" "Deno.readTextFileSync" "Bun.file"))

; fs.readFileSync("/dev/stdin")
((string_fragment) @source.stdin.path
  (#any-of? @source.stdin.path "/dev/stdin" "/dev/fd/0" "/proc/self/fd/0"))

; process.stdin.on("data", …)
((member_expression) @source.stdin
  (#any-of? @source.stdin "process.stdin" "process.stdin.fd"))

; process.openStdin()
([(identifier) (member_expression)] @source.stdin
  (#any-of? @source.stdin "process.openStdin"))

; code.length   code["length"]   const { length } = code: describes the value and contains nothing of it
([(property_identifier) (string_fragment) (shorthand_property_identifier_pattern)] @flow.barrier.property
  (#any-of? @flow.barrier.property "length" "byteLength" "size" "statusCode" "statusMessage" "statusText"))

; Promise.resolve(code): the result is, or resolves to, the argument
([(identifier) (member_expression)] @flow.same
  (#any-of? @flow.same "Promise.resolve" "Promise.all" "Object.freeze" "structuredClone" "Object.getPrototypeOf" "Reflect.getPrototypeOf"))

; Object.setPrototypeOf(object, methods)
((member_expression) @flow.inherit
  (#any-of? @flow.inherit "Object.setPrototypeOf" "Reflect.setPrototypeOf" "Object.create"))

; promise.catch(f)
([(property_identifier) (string_fragment)] @flow.same.method
  (#any-of? @flow.same.method "catch" "finally"))

; promise.then(f): the result is what f returns when it is called with the value
([(property_identifier) (string_fragment)] @flow.then.method
  (#eq? @flow.then.method "then"))

; new Promise((resolve) => resolve(code)): the value is the argument of resolve
((identifier) @flow.promise
  (#eq? @flow.promise "Promise"))

; fetch(url): the result contains the response, not the URL
([(identifier) (member_expression)] @flow.barrier
  (#any-of? @flow.barrier
    "fetch" "Boolean" "Number" "parseInt" "parseFloat" "isNaN" "axios" "axios.get" "http.get" "https.get" "got"
    "Array.isArray" "Object.keys" "JSON.stringify" "console.log" "console.error" "console.info" "console.warn" "console.debug" "alert"))

; code.startsWith("x")   hash.digest("hex")
([(property_identifier) (string_fragment)] @flow.barrier.method
  (#any-of? @flow.barrier.method "startsWith" "endsWith" "includes" "indexOf" "lastIndexOf" "test" "some" "every" "findIndex" "search" "localeCompare" "digest"))

; code.slice(from, to)   storage.getItem(key): the arguments only select a part of the object
([(property_identifier) (string_fragment)] @flow.position.method
  (#any-of? @flow.position.method "slice" "substring" "substr" "subarray" "at" "charAt" "getItem" "getAttribute" "getElementById" "querySelector"))

; String(code)   dedent(code): the result is the string, possibly changed in form
([(identifier) (member_expression)] @flow.text
  (#any-of? @flow.text "String" "dedent" "outdent" "stripIndent" "String.raw"))

; code.trim()
([(property_identifier) (string_fragment)] @flow.text.method
  (#any-of? @flow.text.method "trim" "trimStart" "trimEnd" "toString" "valueOf" "normalize"))

; code.replace("{url}", url)
([(property_identifier) (string_fragment)] @flow.replace.method
  (#any-of? @flow.replace.method "replace" "replaceAll"))

; words.join(" ")
([(property_identifier) (string_fragment)] @flow.join.method
  (#eq? @flow.join.method "join"))

; "a b".split(" ")
([(property_identifier) (string_fragment)] @flow.split.method
  (#eq? @flow.split.method "split"))

; "curl ".concat(url)
([(property_identifier) (string_fragment)] @flow.concat.method
  (#eq? @flow.concat.method "concat"))

; parts.push(chunk)
([(property_identifier) (string_fragment)] @flow.mutator.method
  (#any-of? @flow.mutator.method "push" "unshift" "set" "add" "append" "write"))

; functions.reduce((value, f) => f(value), code): the result is what the last call of the callback returns
([(property_identifier) (string_fragment)] @flow.fold.method
  (#eq? @flow.fold.method "reduce"))

; new Map([["name", code]])   Object.fromEntries([["name", code]])
([(identifier) (member_expression)] @flow.table
  (#any-of? @flow.table "Map" "WeakMap" "Object.fromEntries"))

; Array.from(commands)   new Set(commands)
([(identifier) (member_expression)] @flow.items
  (#any-of? @flow.items "Array.from" "Set"))

; commands.find(f)   commands.at(-1)
([(property_identifier) (string_fragment)] @flow.item.method
  (#any-of? @flow.item.method "find" "findLast" "at" "pop" "shift"))

; commands.filter(f)   commands.sort()
([(property_identifier) (string_fragment)] @flow.items.method
  (#any-of? @flow.items.method "filter" "sort" "reverse" "toSorted" "toReversed" "values" "flat"))

; codes.map(f): the results of the function are the new items
([(property_identifier) (string_fragment)] @flow.map.method
  (#any-of? @flow.map.method "map" "flatMap"))

; commands.entries()
([(property_identifier) (string_fragment)] @flow.pairs.method
  (#eq? @flow.pairs.method "entries"))

; table.set("name", code)
([(property_identifier) (string_fragment)] @flow.put.method
  (#any-of? @flow.put.method "set" "setItem"))

; table.get("name")
([(property_identifier) (string_fragment)] @flow.get.method
  (#any-of? @flow.get.method "get" "getItem"))

; bus.on("message", f)
([(property_identifier) (string_fragment)] @flow.listen.method
  (#any-of? @flow.listen.method "on" "once" "addListener" "prependListener"))

; bus.emit("message", code)
([(property_identifier) (string_fragment)] @flow.emit.method
  (#eq? @flow.emit.method "emit"))
