; Programs that run the value of an environment variable as a command.

; GIT_SSH_COMMAND=CODE git fetch
((command_name) @inject.variable
  (#word-is? @inject.variable "git" "gitk" "tig")
  (#set! variables "GIT_SSH_COMMAND GIT_PAGER PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR EDITOR VISUAL GIT_EXTERNAL_DIFF"))

; PAGER=CODE man ls
((command_name) @inject.variable
  (#word-is? @inject.variable "man" "perldoc" "pydoc" "pydoc3" "info")
  (#set! variables "PAGER MANPAGER PERLDOC_PAGER"))

; PAGER=CODE psql
((command_name) @inject.variable
  (#word-is? @inject.variable "psql" "mysql" "mariadb" "pgcli" "mycli")
  (#set! variables "PAGER PSQL_PAGER EDITOR VISUAL PSQL_EDITOR"))

; SYSTEMD_PAGER=CODE journalctl
((command_name) @inject.variable
  (#word-is? @inject.variable "systemctl" "journalctl" "loginctl" "machinectl" "timedatectl" "networkctl")
  (#set! variables "SYSTEMD_PAGER PAGER SYSTEMD_EDITOR EDITOR VISUAL"))

; PAGER=CODE gh pr list
((command_name) @inject.variable
  (#word-is? @inject.variable "gh" "glab" "hub")
  (#set! variables "GH_PAGER GLAB_PAGER GIT_PAGER PAGER GH_EDITOR GIT_EDITOR EDITOR VISUAL BROWSER GH_BROWSER"))

; AWS_PAGER=CODE aws ec2 describe-instances
((command_name) @inject.variable
  (#word-is? @inject.variable "aws" "bat" "batcat" "delta")
  (#set! variables "AWS_PAGER BAT_PAGER DELTA_PAGER PAGER"))

; EDITOR=CODE crontab -e
((command_name) @inject.variable
  (#word-is? @inject.variable "crontab" "visudo" "sudoedit" "vipw" "vigr" "edquota" "chsh" "mutt" "neomutt" "ranger" "lynx" "w3m")
  (#set! variables "EDITOR VISUAL SUDO_EDITOR PAGER"))

; KUBE_EDITOR=CODE kubectl edit deployment/x
((command_name) @inject.variable
  (#word-is? @inject.variable "kubectl" "oc" "helm")
  (#set! variables "KUBE_EDITOR EDITOR KUBECTL_EXTERNAL_DIFF"))

; LESSOPEN='|CODE' less FILE
((command_name) @inject.variable
  (#word-is? @inject.variable "less" "zless")
  (#set! variables "LESSOPEN")
  (#set! begins "|| |- |"))

; LESSCLOSE=CODE less FILE
((command_name) @inject.variable
  (#word-is? @inject.variable "less" "zless")
  (#set! variables "LESSOPEN LESSCLOSE EDITOR VISUAL"))

; RSYNC_RSH=CODE rsync A h:B
((command_name) @inject.variable
  (#word-is? @inject.variable "rsync")
  (#set! variables "RSYNC_RSH RSYNC_CONNECT_PROG"))

; SVN_SSH=CODE svn update   HGEDITOR=CODE hg commit   CVS_RSH=CODE cvs update
((command_name) @inject.variable
  (#word-is? @inject.variable "svn" "hg" "cvs" "bzr" "fossil" "darcs")
  (#set! variables "SVN_SSH SVN_EDITOR HGEDITOR HGMERGE CVS_RSH CVSEDITOR BZR_EDITOR EDITOR VISUAL PAGER"))

; FZF_DEFAULT_COMMAND=CODE fzf
((command_name) @inject.variable
  (#word-is? @inject.variable "fzf" "sk")
  (#set! variables "FZF_DEFAULT_COMMAND SKIM_DEFAULT_COMMAND"))

; BROWSER=CODE xdg-open URL
((command_name) @inject.variable
  (#word-is? @inject.variable "xdg-open" "sensible-browser" "x-www-browser" "www-browser")
  (#set! variables "BROWSER"))

; EDITOR=CODE sensible-editor
((command_name) @inject.variable
  (#word-is? @inject.variable "sensible-editor" "sensible-pager" "edit" "select-editor")
  (#set! variables "EDITOR VISUAL SELECTED_EDITOR PAGER"))

; VIMINIT='!CODE' vim
((command_name) @inject.variable
  (#word-is? @inject.variable "vim" "vi" "nvim" "ex" "view" "gvim")
  (#set! variables "VIMINIT EXINIT")
  (#set! begins "! :! :silent! silent!"))

; The variables of bash also apply to shell code without a `bash` command, since the shell that runs the code evaluates them later.

; PROMPT_COMMAND=CODE bash -i
((command_name) @inject.variable
  (#word-is? @inject.variable "bash")
  (#set! variables "PROMPT_COMMAND"))

; PS1='$(CODE)' bash -i
((command_name) @inject.variable
  (#word-is? @inject.variable "bash" "zsh" "ksh" "mksh")
  (#set! variables "PS0 PS1 PS2 PS4 PROMPT RPROMPT")
  (#set! expands "text"))

; BASH_ENV='$(CODE)' bash SCRIPT   export BASH_ENV=FILE
((command_name) @inject.variable
  (#word-is? @inject.variable "bash" "sh" "dash" "ksh" "mksh")
  (#set! variables "BASH_ENV ENV")
  (#set! expands "file"))
