; Calls that execute what they are passed (sink), and calls whose results contain nothing of what they are passed (barriers).

; exec.Command("sh", "-c", string(body))
((selector_expression) @sink.execute
  (#word-is? @sink.execute "exec.Command" "exec.CommandContext" "syscall.Exec" "os.StartProcess")
  (#set! of "shell"))

; len(body)
([(identifier) (selector_expression)] @flow.barrier
  (#word-is? @flow.barrier "len" "cap" "fmt.Println" "fmt.Printf" "log.Println" "log.Printf" "strings.Contains" "strings.HasPrefix"
    "strings.HasSuffix" "strings.Index" "strings.Count" "strings.EqualFold" "bytes.Equal" "bytes.Contains" "bytes.HasPrefix"
    "sha256.Sum256" "md5.Sum" "sha1.Sum" "reflect.TypeOf"))
