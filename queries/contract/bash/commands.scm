; Commands that often occur next to relevant ones. A line that begins with such a command looks like shell; they have no other effect.

; cd DIR   mkdir -p DIR   tar xzf FILE
((command_name) @word.command
  (#word-is? @word.command
    "cd" "pushd" "ls" "mkdir" "mktemp" "touch" "cp" "mv" "ln" "rm" "chmod" "chown" "tar" "unzip" "find" "rsync" "scp"
    "useradd" "groupadd" "systemctl" "service" "sleep" "gpg" "openssl" "sha256sum"))

; export NAME=VALUE   set -e
((command_name) @word.command
  (#word-is? @word.command "export" "unset" "alias" "declare" "local" "readonly" "set" "shopt" "trap" "read"))

; apt-get update   npm install   deno run FILE
((command_name) @word.command
  (#word-is? @word.command
    "apt" "apt-get" "yum" "dnf" "apk" "pacman" "zypper" "brew" "snap" "git" "make" "cmake" "go" "cargo" "rustup" "mvn" "gradle"
    "npm" "npx" "pnpm" "yarn" "deno" "pip" "pip3" "pipx" "gem" "helm" "terraform" "aws" "gcloud" "vagrant"))
