; Decode-and-execute in Python: decoders, calls that execute code, and how values pass from one to the other.

; exec(base64.b64decode(…)): the argument of a call may be executed by the called function
(argument_list
  (_) @sink.program
  (#set! rule "python/decode-execute"))

; exec base64.b64decode(…): the statement of Python 2, which is parsed as an assignment
(assignment
  left: (identifier) @_word
  right: (_) @sink.program
  (#eq? @_word "exec")
  (#set! rule "python/decode-execute"))

; map(exec, codes): a function that executes code is passed as an argument, and is called with the other arguments
(argument_list
  (_) @sink.callback
  (#set! rule "python/decode-execute"))

; Thread(target=exec, args=(code,))
(keyword_argument
  value: (_) @sink.callback
  (#set! rule "python/decode-execute"))

; return (exec, (code,)): unpickling calls the first item with the second
([
  (tuple
    .
    (_)
    .
    (tuple
      .
      (_) @sink.program))
  (expression_list
    .
    (_)
    .
    (tuple
      .
      (_) @sink.program))]
  (#set! rule "python/decode-execute"))

; eval(…)
((identifier) @sink.execute
  (#eq? @sink.execute "eval"))

; exec(…): a function of this name executes its argument even if the text defines it
((identifier) @sink.execute
  (#eq? @sink.execute "exec")
  (#set! bare "yes"))

; builtins.exec(…)   __builtins__.eval(…): the modules that contain the built-in names
((identifier) @scope.global
  (#any-of? @scope.global "builtins" "__builtins__" "__builtin__"))

; builtins.__dict__["exec"](…): the module's table of names
((identifier) @scope.global
  (#eq? @scope.global "__dict__"))

; f.__globals__["exec"](…)   x.__builtins__.eval(…): properties of any object that sandbox escapes and template injections use
((identifier) @scope.table
  (#any-of? @scope.table "__globals__" "__builtins__" "__builtin__"))

; __globals__["exec"](…): the table of names itself
((identifier) @scope.global
  (#eq? @scope.global "__globals__"))

; sys.modules["builtins"].exec(…)
((attribute) @scope.global
  (#eq? @scope.global "sys.modules.builtins"))

; locals()["code"]: a table of names; for globals(), see the next pattern
((identifier) @flow.globals
  (#any-of? @flow.globals "vars" "locals"))

; globals()["exec"](…)
((call) @scope.global
  (#eq? @scope.global "globals()"))

; base64.b64decode(…)   bytes.fromhex(…)
((attribute) @source.decoder
  (#any-of? @source.decoder "base64.b64decode" "bytes.fromhex"))

; b64decode(…) without a visible import
((identifier) @source.decoder
  (#eq? @source.decoder "b64decode"))

; atob(…): a JavaScript decoder, for JavaScript code in a block that is tagged as Python
((identifier) @source.decoder
  (#eq? @source.decoder "atob")
  (#set! foreign "yes"))

; base64.b64decode: the span of a finding ends with the module's name
((identifier) @source.module
  (#eq? @source.module "base64"))

; subprocess = object(): the name is not the module
([(identifier) (attribute)] @scope.object
  (#any-of? @scope.object
    "object" "Mock" "MagicMock" "mock.Mock" "mock.MagicMock" "unittest.mock.Mock" "unittest.mock.MagicMock" "SimpleNamespace" "types.SimpleNamespace"))

; __import__("base64")   importlib.import_module("base64")
([(identifier) (attribute)] @flow.import
  (#any-of? @flow.import "__import__" "importlib.import_module" "import_module"))

; getattr(builtins, "exec")
((identifier) @flow.getattr
  (#eq? @flow.getattr "getattr"))

; functools.partial(exec, …): returns exec
([(identifier) (attribute)] @flow.function
  (#any-of? @flow.function "functools.partial" "partial"))

; functools.reduce(f, functions, code): the result is what the last call of f returns
([(identifier) (attribute)] @flow.fold
  (#any-of? @flow.fold "functools.reduce" "reduce"))

; open(path).read(): the result contains the bytes of the file, not the path
([(identifier) (attribute)] @source.file
  (#any-of? @source.file "open" "io.open" "codecs.open" "os.fdopen" "Path" "pathlib.Path" "os.read"))

; open("/dev/stdin")
((string_content) @source.stdin.path
  (#any-of? @source.stdin.path "/dev/stdin" "/dev/fd/0" "/proc/self/fd/0"))

; sys.stdin
((attribute) @source.stdin
  (#eq? @source.stdin "sys.stdin"))

; input()   sys.stdin.read()
([(identifier) (attribute)] @source.stdin
  (#any-of? @source.stdin "input" "raw_input" "sys.stdin.read" "sys.stdin.readlines" "sys.stdin.readline" "fileinput.input"))

; len(payload): the result describes the value and contains nothing of it
([(identifier) (attribute)] @flow.barrier
  (#any-of? @flow.barrier
    "len" "repr" "ascii" "bool" "hash" "id" "type" "isinstance" "issubclass" "hasattr" "callable" "any" "all"
    "print" "requests.get" "requests.post" "urlopen" "urllib.request.urlopen" "urllib2.urlopen"
    "json.dump" "json.dumps" "hashlib.sha256" "hashlib.md5" "hashlib.sha1" "hmac.compare_digest" "os.path.exists"))

; code.startswith("x")
((identifier) @flow.barrier.method
  (#any-of? @flow.barrier.method
    "startswith" "endswith" "isdigit" "isalnum" "count" "index" "find" "read_text" "read_bytes" "hexdigest"))

; str(code)   compile(code, name, mode)   textwrap.dedent(code): the result is the string, possibly changed in form
([(identifier) (attribute)] @flow.text
  (#any-of? @flow.text "str" "bytes" "bytearray" "compile" "textwrap.dedent" "dedent" "codecs.encode" "codecs.decode" "string.Template" "Template"))

; code.strip()
((identifier) @flow.text.method
  (#any-of? @flow.text.method "strip" "lstrip" "rstrip" "encode" "decode" "expandtabs" "substitute" "safe_substitute"))

; code.replace("{url}", url)
((identifier) @flow.replace.method
  (#eq? @flow.replace.method "replace"))

; shlex.quote(word)   shlex.join(words)
([(identifier) (attribute)] @flow.quote
  (#any-of? @flow.quote "shlex.quote" "pipes.quote" "shlex.join"))

; " ".join(words)
((identifier) @flow.join.method
  (#eq? @flow.join.method "join"))

; "curl {}".format(url)
((identifier) @flow.format.method
  (#eq? @flow.format.method "format"))

; "a b".split()
((identifier) @flow.split.method
  (#eq? @flow.split.method "split"))

; parts.append(chunk)
((identifier) @flow.mutator.method
  (#any-of? @flow.mutator.method "append" "extend" "insert" "add" "update" "write" "writelines" "put" "setdefault" "read_string"))

; next(command for command in commands if …)
([(identifier) (attribute)] @flow.item
  (#any-of? @flow.item "next" "random.choice"))

; commands.pop()
((identifier) @flow.item.method
  (#any-of? @flow.item.method "pop" "popleft"))

; for command in sorted(commands)
((identifier) @flow.items
  (#any-of? @flow.items "sorted" "list" "tuple" "set" "reversed" "iter" "filter"))

; map(f, codes): the results of the function are the new items
((identifier) @flow.map
  (#eq? @flow.map "map"))

; for name, command in commands.items()
((identifier) @flow.pairs.method
  (#eq? @flow.pairs.method "items"))

; for number, command in enumerate(commands)
((identifier) @flow.pairs
  (#eq? @flow.pairs "enumerate"))

; table.setdefault("name", code)
([(identifier) (string_content)] @flow.put.method
  (#any-of? @flow.put.method "setdefault" "__setitem__"))

; table.get("name")
([(identifier) (string_content)] @flow.get.method
  (#any-of? @flow.get.method "get" "pop" "getenv" "__getitem__"))
