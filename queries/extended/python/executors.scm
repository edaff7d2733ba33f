; Calls that execute code and that the contract does not list.

; types.FunctionType(marshal.loads(x), globals())()
((attribute) @sink.execute
  (#any-of? @sink.execute "types.FunctionType" "types.LambdaType" "code.InteractiveInterpreter().runsource"))

; FunctionType(code, globals())() after an import of the name
((identifier) @sink.execute
  (#any-of? @sink.execute "FunctionType"))

; pickle.loads(requests.get(url).content)   pickle.load(response.raw): unpickling can execute code
((attribute) @sink.execute
  (#any-of? @sink.execute
    "pickle.loads" "cPickle.loads" "dill.loads" "cloudpickle.loads" "_pickle.loads"
    "pickle.load" "cPickle.load" "dill.load" "cloudpickle.load" "_pickle.load")
  (#set! of "fetched"))
