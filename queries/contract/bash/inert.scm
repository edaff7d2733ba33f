; Commands that print, search, record or describe their arguments: a shell command among the arguments is not run.

; grep sh -c CODE   git commit -m "sh -c CODE"
((command_name) @word.inert
  (#word-is? @word.inert
    "ag" "ack" "fgrep" "egrep" "git" "gh" "glab" "hub" "jq" "yq" "man" "info" "tldr" "apropos" "whatis" "type" "whereis" "alias"
    "export" "test" "[" "[[" "logger" "notify-send" "say" "figlet" "cowsay" "tee" "diff" "pgrep" "pkill" "killall" "pidof" "ps"
    "ls" "file" "stat" "touch" "rm" "cp" "mv" "ln" "chmod" "chown" "sed" "tr" "cut" "sort" "head" "tail" "wc" "column" "less"
    "more" "dialog" "whiptail" "zenity" "osd_cat" "wall" "write" "mail" "expr" "seq" "basename" "dirname" "history" "fc" "shellcheck"
    "shfmt" "xmessage" "apt" "apt-get" "apk" "dnf" "yum" "brew" "pacman" "zypper" "dpkg" "rpm" "update-alternatives"
    "useradd" "usermod" "adduser" "chsh" "bat" "batcat" "pygmentize" "highlight" "source-highlight" "chroma" "glow" "enscript"
    "code" "nano" "emacsclient" "pbcopy" "xclip" "wl-copy"))

; assert_output sh -c CODE   expect "sh -c CODE"   it "runs sh -c CODE"   describe CODE
((command_name) @word.inert
  (#word-is? @word.inert
    "assert" "assert_eq" "assert_equal" "assert_equals" "assert_ne" "assert_not_equal" "assert_output" "assert_line" "assert_contains"
    "assert_not_contains" "assert_match" "assert_matches" "assert_success" "assert_failure" "assert_true" "assert_false"
    "assert_file_contains" "assert_called" "assert_called_with" "assert_command" "assert_text" "assert_stdout" "assert_stderr"
    "assertEquals" "assertEqual" "assertSame" "assertNotSame" "assertNotEquals" "assertTrue" "assertFalse" "assertContains"
    "assertNotContains" "assertMatches" "refute" "refute_output" "refute_line" "expect" "expect_eq" "expect_equal" "expect_output"
    "expect_match" "expect_contains" "it" "describe" "context" "specify" "info" "warn" "warning" "error" "log" "print" "die" "fail"
    "debug" "abort" "log_info" "log_warn" "log_error" "log_debug" "log_info_msg" "msg" "note" "usage" "help"))
