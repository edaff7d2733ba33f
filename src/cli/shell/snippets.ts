import { HINT, TRIGGER } from "./triggers.js";

/** So many seconds a line waits for its judgement at most. */
const SECONDS = 5;

const HEAD = (shell: string): string =>
  `# curlew shell-init ${shell}: a line that fetches and runs code is asked about before it runs.`;

/**
 * Status 10 of curlew shell-check is a finding, and so is what it said before the time was up (status 124); whatever else is not 0 is a
 * failure, told once, and the line runs. A finding names the address that may be trusted, or a dash.
 */
const POSIX = String.raw`
__curlew_hint=${quoted(HINT)}
__curlew_trigger=${quoted(TRIGGER)}
__curlew_told=
__curlew_check() {
  # in the foreground where that can be had, so that Ctrl-C reaches it
  if timeout --foreground 1 true 2> /dev/null; then timeout --foreground ${SECONDS} curlew shell-check
  elif command -v timeout > /dev/null; then timeout ${SECONDS} curlew shell-check
  else curlew shell-check
  fi
}
__curlew_judge() { # LINE; status 1: it is not to run
  [[ $1 =~ $__curlew_hint && $1 =~ $__curlew_trigger ]] || return 0
  local address code=127 key
  if command -v curlew > /dev/null; then
    address=$(printf '%s' "$1" | __curlew_check)
    code=$?
  fi
  if [ $code -eq 124 ] && [ -n "$address" ]; then code=10; fi
  [ "$address" = - ] && address=
  [ $code -eq 0 ] && return 0
  [ $code -eq 130 ] && return 1
  if [ $code -ne 10 ]; then
    [ -n "$__curlew_told" ] || printf 'curlew: lines are not judged: curlew shell-check ended with status %s\r\n' "$code" > /dev/tty
    __curlew_told=1
    return 0
  fi
  if [ -n "$address" ]; then printf 'r: run once   t: trust %s   any other key: cancel ' "$address" > /dev/tty; else printf 'r: run once   any other key: cancel ' > /dev/tty; fi
  __curlew_key
  printf '\r\n' > /dev/tty
  case "$key" in
    r|R) return 0 ;;
    t|T) [ -n "$address" ] && curlew trust "$address" > /dev/tty 2>&1 ;;
    *) return 1 ;;
  esac
}`;

const bash = `${HEAD("bash")}
if [[ $- == *i* ]]; then
${POSIX}
__curlew_key() { IFS= read -rsn1 key < /dev/tty; }
__curlew_before=
__curlew_prompt() { __curlew_before=; }
__curlew_enter() {
  local line=\${__curlew_before:+$__curlew_before$'\\n'}$READLINE_LINE
  if __curlew_judge "$line"; then
    __curlew_before=$line
    bind '"\\C-x\\C-]": accept-line'
  else
    bind '"\\C-x\\C-]": redraw-current-line'
  fi
}
PROMPT_COMMAND="__curlew_prompt\${PROMPT_COMMAND:+;$PROMPT_COMMAND}"
for __curlew_map in emacs vi-insert vi-command; do
  bind -m $__curlew_map -x '"\\C-x\\C-[": __curlew_enter'
  bind -m $__curlew_map '"\\C-x\\C-]": accept-line'
  bind -m $__curlew_map '"\\C-m": "\\C-x\\C-[\\C-x\\C-]"'
  bind -m $__curlew_map '"\\C-j": "\\C-x\\C-[\\C-x\\C-]"'
done
fi
`;

const zsh = `${HEAD("zsh")}
if [[ -o interactive ]]; then
${POSIX}
__curlew_key() { IFS= read -rsk 1 key; }
__curlew_accept_line() {
  emulate -L zsh
  if __curlew_judge "$PREBUFFER$BUFFER"; then zle .accept-line; else zle reset-prompt; fi
}
zle -N accept-line __curlew_accept_line
fi
`;

const fish = `${HEAD("fish")}
if status is-interactive
    set -g __curlew_trigger ${quotedForFish(TRIGGER)}
    set -g __curlew_told
    function __curlew_enter
        set -l line (commandline -b | string collect)
        if not string match -rq -- $__curlew_trigger $line; or not commandline --is-valid
            commandline -f execute
            return
        end
        set -l address
        set -l code 127
        if command -q curlew
            if command -q timeout
                set address (printf '%s' $line | timeout --foreground ${SECONDS} curlew shell-check)
            else
                set address (printf '%s' $line | curlew shell-check)
            end
            set code $pipestatus[2]
        end
        test $code -eq 124; and test -n "$address"; and set code 10
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
            test -n "$__curlew_told"; or printf 'curlew: lines are not judged: curlew shell-check ended with status %s\\n' $code > /dev/tty
            set -g __curlew_told 1
            commandline -f execute
            return
        end
        set -l choices 'r: run once   any other key: cancel '
        test -n "$address"; and set choices "r: run once   t: trust $address   any other key: cancel "
        set -l key
        read -n 1 -P $choices key < /dev/tty
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
      $key = [Console]::ReadKey($true).KeyChar; Write-Host ''
      if ($key -eq 't' -and $address) { curlew trust $address | Out-Host }
      elseif ($key -ne 'r') { [Microsoft.PowerShell.PSConsoleReadLine]::InvokePrompt(); return }
    } elseif ($code -ne 0 -and -not $global:CurlewTold) {
      Write-Host "curlew: lines are not judged: curlew shell-check ended with status $code"
      $global:CurlewTold = $true
    }
  }
  [Microsoft.PowerShell.PSConsoleReadLine]::AcceptLine()
}
`;

/** What a shell reads at its start, by its name. */
export const snippets = { bash, zsh, fish, pwsh } as const;
export type Shell = keyof typeof snippets;

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quotedForFish(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
