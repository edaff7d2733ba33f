import { HINT, TRIGGER } from "./triggers.js";

/** Maximum number of seconds that a line waits for its analysis. */
const MAX_WAIT_SECONDS = 5;

const HEAD = (shell: string): string =>
  `# curlew shell-init ${shell}: asks before it runs a line that downloads and runs code.`;

/**
 * A script that reads pressed keys, because fish's `read` edits a line and has no time limit. With the argument `wait` it waits for the
 * first key.
 */
const KEYS = String.raw`saved=$(stty -g); trap 'stty "$saved"' EXIT
if [ "$1" = wait ]; then stty -icanon -echo -isig min 1 time 0; dd bs=1 count=1 2> /dev/null; fi
stty -icanon -echo -isig min 0 time 1
while keys=$(dd bs=4096 count=1 2> /dev/null; printf x); [ "$keys" != x ]; do printf %s "${"${keys%x}"}"; done`;

/**
 * The functions for bash and zsh. Status 10 of `curlew shell-check` means that the line needs confirmation; status 124 (a timeout) means
 * the same if the output begins with a URL or a dash. Status 130 (Ctrl-C) cancels the line. Any other status except 0 is a failure, which
 * is reported once, and the line runs. The output is read line by line up to the line with the status, so that a process that curlew
 * leaves behind cannot keep the shell waiting.
 */
const POSIX = String.raw`
__curlew_hint=${quoted(HINT)}
__curlew_trigger=${quoted(TRIGGER)}
__curlew_told=
__curlew_check() {
  local code=0
  if command -v timeout > /dev/null; then timeout -s KILL ${MAX_WAIT_SECONDS} curlew shell-check; else curlew shell-check; fi || code=$?
  # 137 is SIGKILL, which timeout sends; treat it as a timeout
  [ "$code" = 137 ] && code=124
  printf '\ncurlew-status %s\n' "$code"
}
__curlew_ask() { # ADDRESS: sets key to the key that was pressed by itself
  local discarded=
  while :; do
    # keys typed or pasted before the question do not answer it
    if __curlew_discard; then discarded='(keys pressed before this question were discarded)   '; fi
    printf '%sr: run once   %sany other key: cancel ' "$discarded" "${"${1:+t: trust $1   }"}" > /dev/tty
    __curlew_key || key=
    # a key directly followed by others is a paste or a cursor key
    __curlew_discard || break
    [ "$key" = $'\e' ] && break
    printf '\r\n' > /dev/tty
  done
  printf '\r\n' > /dev/tty
}
__curlew_judge() { # LINE; status 1: do not run it
  [[ $1 =~ $__curlew_hint && $1 =~ $__curlew_trigger ]] || return 0
  local address='' code=127 key='' text='' reason=''
  if command -v curlew > /dev/null; then
    code=124
    while __curlew_line; do
      case "$text" in
        'curlew-status '*) code=${"${text#curlew-status }"}; break ;;
      esac
      if [ -n "$address" ]; then printf '%s\n' "$text" > /dev/tty
      else
        case "$text" in
          -|http://*|https://*) address=$text ;;
          *) reason=${"${reason:-${text%$'\\r'}}"} ;;
        esac
      fi
    done < <(printf '%s' "$1" | __curlew_check 2>&1)
  fi
  [ "$code" = 124 ] && [ -n "$address" ] && code=10
  [ "$address" = - ] && address=''
  [ "$code" = 0 ] && return 0
  [ "$code" = 130 ] && return 1
  if [ "$code" != 10 ]; then
    [ -n "$__curlew_told" ] || printf 'curlew: lines are not checked: curlew shell-check ended with status %s%s\r\n' "$code" "${"${reason:+: $reason}"}" > /dev/tty
    __curlew_told=1
    return 0
  fi
  __curlew_ask "$address"
  case "$key" in
    r|R) return 0 ;;
    t|T) [ -n "$address" ] && curlew trust "$address" > /dev/tty 2>&1 ;;
    *) return 1 ;;
  esac
}`;

const bash = `${HEAD("bash")}
if [[ $- == *i* ]]; then
${POSIX}
# bash before 4 has neither fractional timeouts nor BASH_ALIASES
if ((BASH_VERSINFO[0] >= 4)); then
  __curlew_discard() { # status 0: keys were discarded
    local keys='' status=1
    while IFS= read -rsN 1024 -t 0.1 keys < /dev/tty || [ -n "$keys" ]; do status=0; done
    return $status
  }
  # a separator of commands, the first word of a command, and the rest of it
  __curlew_words='^([[:space:];|&({\`]*)([^][:space:];|&(){\`[]*)([^;|&({\`'$'\\n'']*)'
  __curlew_expand() { # LINE: sets line to LINE with its aliases expanded
    line=$1
    ((\${#BASH_ALIASES[@]} > 0 && \${#line} < 10000)) || return 0
    local rest out before word tail pass
    for pass in 1 2 3; do
      rest=$line out=
      while [[ $rest =~ $__curlew_words ]]; do
        [ -n "\${BASH_REMATCH[0]}" ] || break
        rest=\${rest:\${#BASH_REMATCH[0]}} before=\${BASH_REMATCH[1]} word=\${BASH_REMATCH[2]} tail=\${BASH_REMATCH[3]}
        if [[ $word =~ ^[A-Za-z0-9_.,:+-]+$ ]]; then word=\${BASH_ALIASES[$word]-$word}; fi
        out+=$before$word$tail
      done
      [ "$out$rest" = "$line" ] && break
      line=$out$rest
    done
  }
else
  __curlew_discard() { local keys status=1; while IFS= read -rsn1 -t 1 keys < /dev/tty; do status=0; done; return $status; }
  __curlew_expand() { line=$1; }
fi
__curlew_key() { IFS= read -rsn1 key < /dev/tty; }
__curlew_line() { IFS= read -r -t ${MAX_WAIT_SECONDS + 1} text; }
__curlew_before=
__curlew_enter() {
  local whole=\${__curlew_before:+$__curlew_before$'\\n'}$READLINE_LINE line
  __curlew_expand "$whole"
  if __curlew_judge "$line"; then
    __curlew_before=$whole
    bind '"\\C-x\\C-]": accept-line'
    bind '"\\C-x\\C-o": operate-and-get-next'
  else
    bind '"\\C-x\\C-]": redraw-current-line'
    bind '"\\C-x\\C-o": redraw-current-line'
  fi
}
# appended, so that the other commands see the status of the last command; an inherited variable already contains it
case "\${PROMPT_COMMAND-}" in
  *__curlew_before=) ;;
  *) PROMPT_COMMAND="\${PROMPT_COMMAND:+$PROMPT_COMMAND
}__curlew_before=" ;;
esac
for __curlew_map in emacs vi-insert vi-command; do
  bind -m $__curlew_map -x '"\\C-x\\C-[": __curlew_enter'
  bind -m $__curlew_map '"\\C-x\\C-]": accept-line'
  # expands history references first, so that the expanded line is checked
  bind -m $__curlew_map '"\\C-x\\C-^": history-expand-line'
  bind -m $__curlew_map '"\\C-m": "\\C-x\\C-^\\C-x\\C-[\\C-x\\C-]"'
  bind -m $__curlew_map '"\\C-j": "\\C-x\\C-^\\C-x\\C-[\\C-x\\C-]"'
done
bind -m emacs '"\\C-x\\C-o": operate-and-get-next'
bind -m emacs '"\\C-o": "\\C-x\\C-^\\C-x\\C-[\\C-x\\C-o"'
fi
`;

const zsh = `${HEAD("zsh")}
if [[ -o interactive ]]; then
${POSIX}
__curlew_discard() { # status 0: keys were discarded
  local keys='' code=1
  while read -t 0.1 -sk 1 keys; do code=0; done
  return $code
}
__curlew_key() { IFS= read -rsk 1 key; }
__curlew_line() { # in slices, because Ctrl-C does not interrupt read -t
  local -i i
  for ((i = 0; i < ${(MAX_WAIT_SECONDS + 1) * 10}; i++)); do IFS= read -r -t 0.1 text && return; done
  return 1
}
__curlew_may_run() {
  emulate -L zsh
  zmodload zsh/parameter
  # expands history references first, so that the expanded line is checked
  [[ $BUFFER == *(\\!|\\^)* ]] && zle expand-history
  local line=$PREBUFFER$BUFFER word
  for word in \${(z)line}; do
    (( \${+aliases[$word]} || \${+galiases[$word]} )) || continue
    # parsed but not run, which expands aliases
    { functions[__curlew_parsed]=$line } 2> /dev/null && line=\${functions[__curlew_parsed]}
    unfunction __curlew_parsed 2> /dev/null
    break
  done
  __curlew_judge "$line"
}
__curlew_accept() {
  if __curlew_may_run; then zle __curlew_before_$1; else zle reset-prompt; fi
}
# the user's own widget still runs the line; an incremental search ends at a key bound to an unknown widget
if (( ! \${+functions[__curlew_do_accept-line]} )); then
  for __curlew_name in accept-line accept-and-hold accept-line-and-down-history accept-and-infer-next-history; do
    zle -A $__curlew_name __curlew_before_$__curlew_name
    eval "__curlew_do_$__curlew_name() { __curlew_accept $__curlew_name }"
    zle -N $__curlew_name __curlew_do_$__curlew_name
    zle -N __curlew_do_$__curlew_name
    for __curlew_map in emacs viins vicmd; do
      for __curlew_key in \${(M)\${(f)"$(bindkey -M $__curlew_map -L)"}:#bindkey*\\" $__curlew_name}; do
        eval "\${__curlew_key% *} __curlew_do_$__curlew_name"
      done
    done
  done
fi
fi
`;

const fish = `${HEAD("fish")}
if status is-interactive
    set -g __curlew_trigger ${quotedForFish(TRIGGER)}
    set -g __curlew_told
    # writes the pressed keys to standard output; with \`wait\`, waits for a key first
    function __curlew_keys
        sh -c ${quotedForFish(KEYS)} sh $argv < /dev/tty
    end
    function __curlew_enter
        set -l line (commandline -b | string collect)
        if not string match -rq -- $__curlew_trigger $line; or not commandline --is-valid
            commandline -f execute
            return
        end
        set -l said
        set -l code 127
        if command -q curlew
            if command -q timeout
                set said (printf '%s' $line | timeout -s KILL ${MAX_WAIT_SECONDS} curlew shell-check 2>&1)
            else
                set said (printf '%s' $line | curlew shell-check 2>&1)
            end
            set code $pipestatus[2]
            # 137 is SIGKILL, which timeout sends; treat it as a timeout
            test $code -eq 137; and set code 124
        end
        set -l address
        if string match -rq '^(-|https?://.*)$' -- "$said[1]"
            set address $said[1]
            test $code -eq 124; and set code 10
        end
        test "$address" = -; and set address
        if test $code -eq 0
            commandline -f execute
            return
        end
        if test $code -eq 130
            commandline -f repaint
            return
        end
        if test $code -ne 10
            set -l reason (string trim -- $said | string match -r '.+')[1]
            test -n "$reason"; and set reason ": $reason"
            test -n "$__curlew_told"; or printf 'curlew: lines are not checked: curlew shell-check ended with status %s%s\\n' $code "$reason" > /dev/tty
            set -g __curlew_told 1
            commandline -f execute
            return
        end
        printf '%s\\n' $said[2..-1] > /dev/tty
        set -l choices 'r: run once   any other key: cancel '
        test -n "$address"; and set choices "r: run once   t: trust $address   any other key: cancel "
        set -l key
        while true
            # keys typed or pasted before the question do not answer it
            test -n (__curlew_keys | string collect --allow-empty)
            and set choices '(keys pressed before this question were discarded)   '$choices
            printf '%s' $choices > /dev/tty
            set key (__curlew_keys wait | string collect --allow-empty)
            printf '\\r\\n' > /dev/tty
            # a key directly followed by others is a paste or a cursor key
            test (string length -- "$key") -le 1; or string match -q \\e'*' -- $key; and break
        end
        switch "$key"
            case r R
                commandline -f repaint execute
            case t T
                if test -n "$address"; and curlew trust $address > /dev/tty 2>&1
                    commandline -f repaint execute
                else
                    commandline -f repaint
                end
            case '*'
                commandline -f repaint
        end
    end
    bind \\r __curlew_enter
    bind \\n __curlew_enter
    bind -M insert \\r __curlew_enter
    bind -M insert \\n __curlew_enter
end
`;

const pwsh = `${HEAD("pwsh")}
$global:CurlewTrigger = '${TRIGGER.replaceAll("'", "''")}'
$global:CurlewTold = $false
Set-PSReadLineKeyHandler -Key Enter -ScriptBlock {
  $line = $null; $cursor = $null
  [Microsoft.PowerShell.PSConsoleReadLine]::GetBufferState([ref]$line, [ref]$cursor)
  if ($line -match $global:CurlewTrigger) {
    $address = ''; $code = 127
    try { $address = $line | curlew shell-check --shell powershell; $code = $LASTEXITCODE } catch { }
    if ($address -eq '-') { $address = '' }
    if ($code -eq 10) {
      $trust = if ($address) { "   t: trust $address" } else { '' }
      Write-Host -NoNewline "r: run once$trust   any other key: cancel "
      while ([Console]::KeyAvailable) { [void][Console]::ReadKey($true) }
      $key = [Console]::ReadKey($true).KeyChar; Write-Host ''
      if ($key -eq 't' -and $address) { curlew trust $address | Out-Host }
      elseif ($key -ne 'r') { [Microsoft.PowerShell.PSConsoleReadLine]::InvokePrompt(); return }
    } elseif ($code -ne 0 -and -not $global:CurlewTold) {
      Write-Host "curlew: lines are not checked: curlew shell-check ended with status $code"
      $global:CurlewTold = $true
    }
  }
  [Microsoft.PowerShell.PSConsoleReadLine]::AcceptLine()
}
`;

/** The code for the start-up file of each shell. */
export const snippets = { bash, zsh, fish, pwsh } as const;
export type Shell = keyof typeof snippets;

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quotedForFish(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
