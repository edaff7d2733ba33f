import { indented, type Language, type Lines } from "./language.js";

/** Returns the lines of a program of the given size, or null if the language does not have the construct. */
export type Construct = (language: Language, size: number) => Lines | null;

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** Returns the definitions of `size` functions, each of which can call the previous one, and a call of the last. */
function functions(of: Language, size: number, body: (callee: string, at: number) => Lines): Lines {
  return [
    ...of.define("f0", [of.run(of.variable("p"))]),
    ...range(size).flatMap((at) => of.define(`f${String(at + 1)}`, body(`f${String(at)}`, at))),
    of.call(`f${String(size)}`, of.text("ls")),
  ];
}

/** Returns a body with `size` nested statements around it. */
function nested(size: number, body: Lines, around: (inner: Lines) => Lines): Lines {
  return range(size).reduce((inner) => around(inner), body);
}

/** Constructs that take much time or memory if a program is evaluated without limits. */
export const constructs: Readonly<Record<string, Construct>> = {
  "calls twice": (of, size) =>
    functions(of, size, (callee) => {
      const call = of.call(callee, of.variable("p"));
      return [call, call];
    }),
  "calls with growing arguments": (of, size) =>
    functions(of, size, (callee) =>
      [";a", ";b"].map((end) => of.call(callee, of.joined(of.variable("p"), of.text(end)))),
    ),
  "calls with doubled arguments": (of, size) =>
    functions(of, size, (callee) => [
      of.call(callee, of.joined(of.variable("p"), of.variable("p"))),
    ]),
  "functions that all call each other": (of, size) => {
    const most = Math.min(size, 40);
    const calls = range(most).map((at) => of.call(`g${String(at)}`, of.variable("p")));
    return [
      ...range(most).flatMap((at) =>
        of.define(`g${String(at)}`, [...calls, of.run(of.variable("p"))]),
      ),
      of.call("g0", of.text("ls")),
    ];
  },
  "functions in functions that they call": (of, size) =>
    of.isFlat === true
      ? null
      : range(size).flatMap((at) =>
          of.define(`f${String(at)}`, [
            ...of.define(`h${String(at)}`, [
              of.call(`f${String(at)}`, of.joined(of.variable("p"), of.variable("p"))),
              of.run(of.variable("p")),
            ]),
          ]),
        ),
  "a menu that calls itself": (of, size) => [
    ...of.define("menu", [
      ...range(size).map((at) => of.call(`act${String(at)}`, of.variable("p"))),
      of.call("menu", of.variable("p")),
    ]),
    ...range(size).flatMap((at) =>
      of.define(`act${String(at)}`, [of.run(of.variable("p")), of.call("menu", of.variable("p"))]),
    ),
    of.call("menu", of.text("ls")),
  ],
  "a variable that doubles": (of, size) => [
    of.assign("a", of.text("ls;")),
    ...range(size).map(() => of.assign("a", of.joined(of.variable("a"), of.variable("a")))),
    of.run(of.variable("a")),
  ],
  "variables of growing length": (of, size) => [
    of.assign("a0", of.text("ls;".repeat(100))),
    ...range(size).map((at) =>
      of.assign(
        `a${String(at + 1)}`,
        of.joined(of.variable(`a${String(at)}`), of.text(`b${String(at)};`)),
      ),
    ),
    of.run(of.variable(`a${String(size)}`)),
  ],
  "a variable that grows and runs": (of, size) => [
    of.assign("a", of.text("ls;")),
    ...range(size).flatMap((at) => [
      of.append("a", of.text(`b${String(at)};`)),
      of.run(of.variable("a")),
    ]),
  ],
  "code in code": (of, size) => {
    const depth = Math.min(size, 9);
    return range(depth).reduce<Lines>(
      (inner) => [of.run(of.text(inner.join("\n")))],
      [of.run(of.text("ls"))],
    );
  },
  "loops in loops": (of, size) =>
    nested(Math.min(size, 60), [of.run(of.variable("a"))], (inner) =>
      of.loop([of.append("a", of.text("b;")), ...inner]),
    ),
  "branches in branches": (of, size) =>
    nested(Math.min(size, 60), [of.run(of.variable("a"))], (inner) =>
      of.branch([of.assign("a", of.text("ls")), ...inner], [of.append("a", of.text("c;"))]),
    ),
  "consecutive branches": (of, size) => [
    of.assign("a", of.text("ls")),
    ...range(size).flatMap((at) =>
      of.branch(
        [of.append("a", of.text(`b${String(at)};`))],
        [of.append("a", of.text(`c${String(at)};`))],
      ),
    ),
    of.run(of.variable("a")),
  ],
  "calls in loops in branches": (of, size) =>
    functions(of, Math.min(size, 60), (callee) =>
      of.loop(
        of.branch(
          [of.call(callee, of.joined(of.variable("p"), of.text(";a")))],
          [of.call(callee, of.joined(of.text("b;"), of.variable("p")))],
        ),
      ),
    ),
  "functions that take functions": (of, size) => {
    const { callback } = of;
    return callback === undefined
      ? null
      : range(size).flatMap((at) => [callback(of.text(`ls${String(at)};`))]);
  },
  "functions that decorate each other": (of, size) => {
    const { decorated } = of;
    return decorated === undefined
      ? null
      : [
          ...of.define("d0", [of.run(of.variable("p"))]),
          ...range(size).flatMap((at) =>
            decorated(`d${String(at + 1)}`, `d${String(at)}`, [
              of.call(`d${String(at)}`, of.joined(of.variable("p"), of.variable("p"))),
              of.run(of.variable("p")),
            ]),
          ),
          of.call(`d${String(size)}`, of.text("ls;")),
        ];
  },
  "variables named by variables": (of, size) => {
    const { through } = of;
    return through === undefined
      ? null
      : [
          of.assign("a0", of.text("ls;")),
          ...range(size).map((at) => of.assign(`a${String(at + 1)}`, of.text(`a${String(at)}`))),
          of.assign("a", of.text(`a${String(size)}`)),
          ...range(size + 1).map(() => of.assign("a", through("a"))),
          of.run(of.variable("a")),
        ];
  },
  "arguments that are spread": (of, size) => {
    const { list, twice, spread } = of;
    return list === undefined || twice === undefined || spread === undefined
      ? null
      : [
          ...of.define("f", [of.run(of.variable("p"))]),
          list(
            "l0",
            ["ls", "id"].map((value) => of.text(value)),
          ),
          ...range(size).flatMap((at) => [
            spread("f", `l${String(at)}`),
            twice(`l${String(at + 1)}`, `l${String(at)}`),
          ]),
        ];
  },
  "lists that double": (of, size) =>
    of.list === undefined || of.twice === undefined
      ? null
      : [
          of.list(
            "l0",
            ["1", "2"].map((value) => of.text(value)),
          ),
          ...range(size).map((at) => of.twice?.(`l${String(at + 1)}`, `l${String(at)}`) ?? ""),
          of.run(of.variable(`l${String(size)}`)),
        ],
  "a product of lists": (of, size) =>
    of.list === undefined || of.product === undefined
      ? null
      : [
          of.list(
            "l",
            range(size).map((at) => of.text(String(at))),
          ),
          of.assign("a", of.product("l", 8)),
          of.run(of.variable("a")),
        ],
  "a text many times": (of, size) => {
    const { times } = of;
    return times === undefined
      ? null
      : [
          of.assign("a", of.text("ls;")),
          ...range(size).map(() => of.assign("a", times(of.variable("a"), 1000))),
          of.run(of.variable("a")),
        ];
  },
};

/** Costly programs that only a shell can write. */
export const shellOnly: Readonly<Record<string, (size: number) => Lines>> = {
  "here-documents in loops": (size) =>
    nested(Math.min(size, 30), ['eval "$a"'], (inner) => [
      "while read -r a; do",
      "cat <<EOF",
      "$a $a",
      "EOF",
      ...inner,
      "done",
    ]),
  "cases in cases": (size) =>
    nested(Math.min(size, 60), ['eval "$a"'], (inner) => [
      'case "$x" in',
      "a)",
      'a="$a$a"',
      ...indented(inner),
      ";;",
      "*) a=ls ;;",
      "esac",
    ]),
  "substitutions in substitutions": (size) => [
    range(Math.min(size, 60)).reduce(
      (inner) => `$(echo "${inner}" "${inner.slice(0, 200)}")`,
      "$(ls)",
    ),
  ],
  "output of functions": (size) => [
    "f0() { echo ls; }",
    ...range(size).map(
      (at) => `f${String(at + 1)}() { echo "$(f${String(at)}) $(f${String(at)})"; }`,
    ),
    `eval "$(f${String(size)})"`,
  ],
  traps: (size) =>
    range(size).flatMap((at) => [
      `g${String(at)}() { trap "g${String(Math.max(0, at - 1))}; $a" EXIT; eval "$a"; }`,
      `g${String(at)}`,
    ]),
  "parameters that double": (size) => [
    "set -- ls a",
    ...range(size).map(() => 'set -- "$@" "$@"'),
    'eval "$@"',
  ],
  "parameters that are shifted": (size) => [
    `f() { while [ $# -gt 0 ]; do eval "$1"; shift; done; }`,
    `f ${range(size)
      .map((at) => `'ls ${String(at)}'`)
      .join(" ")}`,
  ],
  "an array that grows": (size) => [
    "a=()",
    ...range(size).map((at) => `a+=("ls ${String(at)}")`),
    'for c in "${a[@]}"; do eval "$c"; done',
  ],
  "pipes of functions": (size) => [
    'f0() { while read -r l; do eval "$l"; done; }',
    ...range(size).map((at) => `f${String(at + 1)}() { f${String(at)} | f${String(at)}; }`),
    `echo ls | f${String(size)}`,
  ],
  "functions defined in functions": (size) =>
    nested(Math.min(size, 60), ['eval "$1"'], (inner) => [
      "h() {",
      ...indented(inner),
      "}",
      'h "$1"; h "$1$1"',
    ]),
};
