; Rule 18 in Python: what decodes, what executes, and what lets a value pass on the way.

; exec(…)   eval(…)
((identifier) @sink.execute
  (#any-of? @sink.execute "exec" "eval")
  (#set! rule "python/decode-execute"))

; builtins.exec(…)   __builtins__.eval(…): the object that holds the language's own names
((identifier) @scope.global
  (#any-of? @scope.global "builtins" "__builtins__" "__builtin__"))

; builtins.__dict__["exec"](…): its table of names
((identifier) @scope.global
  (#eq? @scope.global "__dict__"))

; f.__globals__["exec"](…)   x.__builtins__.eval(…): what jail breaks and template injections go through
((identifier) @scope.table
  (#any-of? @scope.table "__globals__" "__builtins__" "__builtin__"))

; a table of names reached so
((identifier) @scope.global
  (#eq? @scope.global "__globals__"))

; sys.modules["builtins"].exec(…)
((attribute) @scope.global
  (#eq? @scope.global "sys.modules.builtins"))

; globals()["code"]
(call
  function: (identifier) @flow.globals
  (#any-of? @flow.globals "globals" "vars" "locals"))

; globals()["exec"](…)
((call) @scope.global
  (#eq? @scope.global "globals()"))

; base64.b64decode(…)   bytes.fromhex(…)
((attribute) @source.decoder
  (#any-of? @source.decoder "base64.b64decode" "bytes.fromhex"))

; b64decode(…) without a visible import; atob(…) where a block is tagged for the other language
((identifier) @source.decoder
  (#any-of? @source.decoder "b64decode" "atob"))

; base64.b64decode: the module's name is the leading token
((identifier) @source.module
  (#eq? @source.module "base64"))

; __import__("base64")   importlib.import_module("base64")
(call
  function: (_) @flow.import
  (#any-of? @flow.import "__import__" "importlib.import_module" "import_module" "require"))

; getattr(builtins, "exec")
(call
  function: (identifier) @flow.getattr
  (#eq? @flow.getattr "getattr"))

; functools.partial(exec, …): the function itself
(call
  function: (_) @flow.function
  (#any-of? @flow.function "functools.partial" "partial" "functools.wraps"))

; open(path).read(): the bytes of the file, not of the path
(call
  function: (_) @source.file
  (#any-of? @source.file "open" "io.open" "codecs.open" "os.fdopen" "Path" "pathlib.Path" "os.read"))

; open("/dev/stdin")
(call
  arguments: (argument_list
    (string
      (string_content) @source.stdin.path))
  (#any-of? @source.stdin.path "/dev/stdin" "/dev/fd/0" "/proc/self/fd/0" "-"))

; sys.stdin.read()   input()
((attribute) @source.stdin
  (#any-of? @source.stdin "sys.stdin" "sys.stdin.read" "sys.stdin.buffer" "sys.stdin.fileno"))

; input()   sys.stdin.read()
(call
  function: (_) @source.stdin
  (#any-of? @source.stdin "input" "raw_input" "sys.stdin.read" "sys.stdin.readlines" "sys.stdin.readline" "sys.stdin.buffer.read" "fileinput.input"))

; len(payload): says something about the value, passes nothing of it on
(call
  function: (_) @flow.barrier
  (#any-of? @flow.barrier
    "len" "repr" "ascii" "bool" "hash" "id" "type" "isinstance" "issubclass" "hasattr" "callable" "any" "all"
    "print" "requests.get" "requests.post" "urlopen" "urllib.request.urlopen" "urllib2.urlopen"
    "json.dump" "json.dumps" "hashlib.sha256" "hashlib.md5" "hashlib.sha1" "hmac.compare_digest" "os.path.exists"))

; code.startswith("x")
(call
  function: (attribute
    attribute: (identifier) @flow.barrier.method)
  (#any-of? @flow.barrier.method
    "startswith" "endswith" "isdigit" "isalnum" "count" "index" "find" "read_text" "read_bytes" "hexdigest"))

; str(code)   compile(code, name, mode)   textwrap.dedent(code): a string passes through
(call
  function: (_) @flow.text
  (#any-of? @flow.text "str" "bytes" "bytearray" "compile" "textwrap.dedent" "dedent" "repr" "codecs.encode" "codecs.decode" "string.Template" "Template"))

; code.strip()
(call
  function: (attribute
    attribute: (identifier) @flow.text.method)
  (#any-of? @flow.text.method "strip" "lstrip" "rstrip" "encode" "decode" "expandtabs" "substitute" "safe_substitute"))

; code.replace("{url}", url)
(call
  function: (attribute
    attribute: (identifier) @flow.replace.method)
  (#eq? @flow.replace.method "replace"))

; shlex.quote(code)
(call
  function: (_) @flow.quote
  (#any-of? @flow.quote "shlex.quote" "pipes.quote"))

; " ".join(words)   "curl {}".format(url)   "a b".split()
(call
  function: (attribute
    attribute: (identifier) @flow.join.method)
  (#eq? @flow.join.method "join"))

; shlex.join(words)
(call
  function: (_) @flow.join
  (#eq? @flow.join "shlex.join"))

; "curl {}".format(url)
(call
  function: (attribute
    attribute: (identifier) @flow.format.method)
  (#eq? @flow.format.method "format"))

; "a b".split()
(call
  function: (attribute
    attribute: (identifier) @flow.split.method)
  (#eq? @flow.split.method "split"))

; parts.append(chunk)
(call
  function: (attribute
    attribute: (identifier) @flow.mutator.method)
  (#any-of? @flow.mutator.method "append" "extend" "insert" "add" "update" "write" "writelines" "put" "setdefault"))

; for command in sorted(commands)
(call
  function: (identifier) @flow.items
  (#any-of? @flow.items "sorted" "list" "tuple" "set" "reversed" "iter" "filter"))

; for name, command in commands.items()
(call
  function: (attribute
    attribute: (identifier) @flow.pairs.method)
  (#eq? @flow.pairs.method "items"))

; for number, command in enumerate(commands)
(call
  function: (identifier) @flow.pairs
  (#eq? @flow.pairs "enumerate"))
