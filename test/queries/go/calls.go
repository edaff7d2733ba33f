   exec.CommandContext(ctx, "sh", "-c", "x")
// ^^^^^^^^^^^^^^^^^^^ inject.words
   fmt.Println("x")
// ^^^^^^^^^^^ !inject.words
