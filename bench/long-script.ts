/** Long shell scripts as people write them: hundreds of functions that log, store settings, loop, prompt and call each other. */
import { series } from "./random-series.js";

const helpers = `#!/usr/bin/env sh

NAME="depot"
LOG_LEVEL=1
_base="\${DEPOT_HOME:-$HOME/.depot}"

_print() {
  _status="$?"
  if [ -z "$PLAIN" ]; then
    printf -- "%s" "[$(date)] "
  fi
  if [ -z "$2" ]; then
    printf -- "%s" "$1"
  else
    printf -- "%s" "$1='$2'"
  fi
  printf "\\n"
  return "$_status"
}

_report() {
  if [ "\${REPORTS:-0}" = "0" ]; then
    return
  fi
  _class="$1"
  shift
  if [ -z "$_reporter" ]; then
    if _has "$(logger --help 2>&1)" "-i"; then
      _reporter="logger -i"
    else
      _reporter="logger"
    fi
  fi
  $_reporter -t "$NAME" -p "$_class" "$(_print "$@")" >/dev/null 2>&1
}

_info() {
  _report user.info "$@"
  _print "$@"
}

_debug() {
  if [ "$LOG_LEVEL" -ge 2 ]; then
    _report user.debug "$@"
  fi
  _print "$@" >&2
}

_err() {
  _report user.error "$@"
  _print "$@" >&2
  return 1
}

_has() {
  _text="$1"
  _part="$2"
  echo "$_text" | grep -- "$_part" >/dev/null 2>&1
}

_field() {
  _line="$1"
  _number="$2"
  _mark="\${3:-,}"
  printf -- "%s" "$_line" | cut -d "$_mark" -f "$_number"
}

_save() {
  _file="$1"
  _key="$2"
  _value="$3"
  if grep "^$_key=" "$_file" >/dev/null 2>&1; then
    sed "s|^$_key=.*|$_key='$_value'|" "$_file" >"$_file.tmp"
    mv "$_file.tmp" "$_file"
  else
    echo "$_key='$_value'" >>"$_file"
  fi
  _debug "saved $_key" "$_value"
}

_load() {
  _file="$1"
  _key="$2"
  if [ -f "$_file" ]; then
    _line="$(grep "^$_key=" "$_file" | sed "s/^$_key=//")"
  fi
  _debug "$_key" "$_line"
  printf -- "%s" "$_line"
}

_fetch() {
  _url="$1"
  _debug url "$_url"
  _answer="$(curl -sS --max-time 30 "$_url")"
  if [ "$?" != "0" ]; then
    _err "no answer from $_url"
    return 1
  fi
  printf -- "%s" "$_answer" | tr -d '\\r'
}

`;

/** Returns two functions of the script; `callee` returns the name of an earlier function. */
function task(index: number, callee: () => string): string {
  const id = String(index);
  return `# name  state  file
task_${id}() {
  _name${id}="$1"
  _state="\${2:-state_${id}}"
  _debug "task ${id}" "$_name${id}"
  _place="$(_load "$_base/conf" "PLACE_${id}")"
  if [ -z "$_place" ]; then
    _place="$_base/task-${id}"
    _save "$_base/conf" "PLACE_${id}" "$_place"
  fi
  case "$_state" in
    new | state_${id})
      _info "starting" "$_name${id}"
      ${callee()} new
      ;;
    old)
      for _item in one two "$_place"; do
        if _has "$_item" "o"; then
          _save "$_base/conf" "ITEM_${id}" "$_item"
        fi
        ${callee()} "old"
      done
      ;;
    *)
      cat <<EOF >"$_place/state"
name=$_name${id}
state=$_state
place=$_place
EOF
      _err "state $_state of task ${id} is not known"
      ask_${id}
      ;;
  esac
  _try=0
  while [ "$_try" -lt 3 ]; do
    _list="$(_fetch "https://depot.example/api/${id}?n=$_try" | sed 's/ //g')"
    _first="$(_field "$_list" 1)"
    if [ "$_first" ]; then
      KIND_${id}="$_first"
      ${callee()} old || return 1
      break
    fi
    _try="$(expr "$_try" + 1)"
  done
}

ask_${id}() {
  echo -e "\${RED}[\${WHITE}?\${RED}] Go on with \${KIND_${id}} at \${_place}?\${WHITE}"
  read -r _reply
  case "$_reply" in
    y*) kind="task-${id}"; ${callee()} new ;;
    n*) return 1 ;;
    *) { sleep 1; ask_${id}; } ;;
  esac
}

`;
}

const main = (last: string): string => `main() {
  while [ "\${#}" -gt 0 ]; do
    case "$1" in
      --state) _wanted="$2"; shift ;;
      --plain) PLAIN=1 ;;
      --) shift; break ;;
      *) _err "unknown: $1"; return 1 ;;
    esac
    shift
  done
  ${last} "$@"
}

main "$@"
`;

/** The number of tasks in a group. */
const GROUP = 4;

/** Returns a script of about `size` UTF-16 code units. `end` is inserted after the definitions of all functions but `main`. */
export function longScript(size: number, end = ""): string {
  const next = series(11);
  let text = helpers;
  let index = 0;
  // A function calls functions with lower numbers in its own and earlier groups, so that calls are nested as in real scripts.
  const callee = (): string => {
    const lower = index % GROUP;
    const group = Math.max(0, Math.floor(index / GROUP) - next(5));
    return lower === 0
      ? "_info"
      : `${next(4) === 0 ? "ask" : "task"}_${String(group * GROUP + next(lower))}`;
  };
  for (; text.length + end.length < size - 400; index++) text += task(index, callee);
  return text + end + main(`task_${String(Math.max(0, index - 1))}`);
}
