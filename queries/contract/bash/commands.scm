; Commands that often stand beside the ones that matter: they make a line look like a line of shell, and nothing else.

; cd DIR   tar xf FILE
((command_name) @word.command
  (#word-is? @word.command
    "cd" "ls" "mkdir" "rm" "cp" "mv" "ln" "chmod" "chown" "tar" "unzip" "install" "touch" "mktemp" "diff" "find" "dd" "pushd" "popd" "umask"))

; apt-get install PACKAGE   git clone URL
((command_name) @word.command
  (#word-is? @word.command
    "git" "npm" "npx" "pnpm" "yarn" "pip" "pip3" "pipx" "gem" "cargo" "go" "rustup" "mvn" "gradle" "make" "cmake"
    "apt" "apt-get" "yum" "dnf" "apk" "pacman" "brew" "snap" "zypper"))

; export NAME=VALUE   set -e
((command_name) @word.command
  (#word-is? @word.command
    "export" "unset" "alias" "declare" "local" "readonly" "typeset" "set" "shopt" "trap" "wait" "exit" "return" "shift" "read"
    "test" "true" "false" "ulimit" "hash"))

; systemctl restart SERVICE   useradd NAME
((command_name) @word.command
  (#word-is? @word.command
    "systemctl" "service" "date" "uname" "whoami" "id" "hostname" "useradd" "usermod" "groupadd" "ps" "kill" "pkill" "crontab" "sleep" "which" "wc"
    "sha256sum" "md5sum" "gpg" "openssl" "base64"))

; java -jar FILE   dash FILE
((command_name) @word.command
  (#word-is? @word.command "java" "ruby" "perl" "php" "deno" "bun" "dash" "ksh" "fish"))

; terraform apply   rsync -a FROM TO
((command_name) @word.command
  (#word-is? @word.command "helm" "terraform" "aws" "gcloud" "az" "vagrant" "ansible-playbook" "rsync" "scp"))
