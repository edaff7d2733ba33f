import {
  addresses,
  fetches,
  interpreters,
  redirects,
  spellings,
  stages,
  wrappers,
  type Fetch,
  type Interpreter,
} from "./pieces.js";

/** The index of a case's piece in each list; shrinking prefers the first, which is the simplest. */
export interface Choice {
  readonly fetch: number;
  readonly address: number;
  readonly fetchSpelling: number;
  readonly interpreterSpelling: number;
  readonly redirect: number;
  readonly stage: number;
  readonly fetchWrapper: number;
  readonly wrapper: number;
  readonly interpreter: number;
  readonly carrier: number;
}

interface Parts {
  readonly fetch: Fetch;
  /** The words of the fetcher's command line, beginning with its name. */
  readonly fetcher: string;
  readonly redirect: string;
  /** Whether the fetcher's bytes reach standard output. */
  readonly flows: boolean;
  readonly stage: readonly [string, boolean];
  readonly fetchWrapper: string;
  readonly wrapper: string;
  readonly interpreter: Interpreter;
  /** The interpreter's name as written. */
  readonly word: string;
}

/** Returns a text with marks if the verdict is positive. */
function mark(positive: boolean, text: string): string {
  return positive ? `«${text}»` : text;
}

type Carrier = (parts: Parts) => string | null;

const isShell = ({ interpreter }: Parts): boolean =>
  ["sh", "bash", "zsh"].includes(interpreter.word);
const isInterpreter = ({ interpreter }: Parts): boolean =>
  isShell({ interpreter } as Parts) || ["python3", "node"].includes(interpreter.word);
const codeOption = ({ interpreter }: Parts): string => (interpreter.word === "node" ? "-e" : "-c");
const source = (parts: Parts): string => `${parts.fetchWrapper}${parts.fetcher}${parts.redirect}`;
/** Whether the interpreter has no arguments, because the carrier adds its own. */
const plain = (parts: Parts): boolean => parts.interpreter.arguments === "";
const inDouble = (text: string): boolean => !text.includes("`");
const inSingle = (text: string): boolean => !text.includes("'");

/** Every way to pass the bytes from the fetcher to the interpreter; null if the pieces cannot be combined with it. */
export const carriers: readonly Carrier[] = [
  // F | I
  (parts) => {
    const positive = parts.flows && parts.stage[1] && parts.interpreter.readsProgram;
    return `${parts.fetchWrapper}${mark(positive, `${parts.fetcher}${parts.redirect} ${parts.stage[0]}| ${parts.wrapper}${parts.word}`)}${parts.interpreter.arguments}`;
  },
  // F|I without spaces
  (parts) =>
    `${parts.fetchWrapper}${mark(parts.flows && parts.interpreter.readsProgram, `${parts.fetcher}${parts.redirect}|${parts.wrapper}${parts.word}`)}${parts.interpreter.arguments}`,
  // (F) | I and { F; } | I
  (parts) =>
    `(${parts.fetchWrapper}${mark(parts.flows && parts.interpreter.readsProgram, `${parts.fetcher}${parts.redirect}) | ${parts.wrapper}${parts.word}`)}${parts.interpreter.arguments}`,
  (parts) =>
    `{ ${parts.fetchWrapper}${mark(parts.flows && parts.interpreter.readsProgram, `${parts.fetcher}${parts.redirect}; } | ${parts.wrapper}${parts.word}`)}${parts.interpreter.arguments}`,
  // I -c "$(F)"
  (parts) =>
    plain(parts)
      ? `${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} ${codeOption(parts)} "$(${source(parts)})"`)}`
      : null,
  (parts) =>
    plain(parts)
      ? `${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} ${codeOption(parts)} "cd /tmp && $(${source(parts)})"`)} x`
      : null,
  // I -c $(F)
  (parts) =>
    plain(parts)
      ? `${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} ${codeOption(parts)} $(${source(parts)})`)}`
      : null,
  // I -c '$(F)': rule 11
  (parts) =>
    plain(parts) && inSingle(source(parts))
      ? `${parts.wrapper}${mark(parts.flows && isShell(parts), `${parts.word} ${codeOption(parts)} '$(${source(parts)})'`)}`
      : null,
  // I -c "`F`"
  (parts) =>
    plain(parts) && !/[\\`"]/.test(source(parts))
      ? `${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} ${codeOption(parts)} "\`${source(parts)}\`"`)}`
      : null,
  // I <(F)
  (parts) =>
    plain(parts)
      ? `${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} <(${source(parts)})`)} arg`
      : null,
  (parts) => (plain(parts) ? `${parts.wrapper}${parts.word} local.file <(${source(parts)})` : null),
  (parts) =>
    plain(parts)
      ? `${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} < <(${source(parts)})`)}`
      : null,
  // here-string, here-document
  (parts) =>
    plain(parts)
      ? `${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} <<< "$(${source(parts)})"`)}`
      : null,
  (parts) =>
    plain(parts)
      ? `${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} <<EOF\nx $(${source(parts)})`)}\nEOF`
      : null,
  // builtins
  (parts) => mark(parts.flows, `eval "$(${source(parts)})"`),
  (parts) => mark(parts.flows, `eval $(${source(parts)})`),
  (parts) => mark(parts.flows, `source <(${source(parts)})`),
  (parts) => mark(parts.flows, `. <(${source(parts)})`),
  // variables
  (parts) => `S=$(${source(parts)})\n${mark(parts.flows, 'eval "$S"')}`,
  (parts) => `S="$(${source(parts)})"; S=local; eval "$S"`,
  (parts) =>
    plain(parts)
      ? `S=$(${source(parts)}); ${mark(parts.flows && parts.interpreter.readsProgram, `echo "$S" | ${parts.wrapper}${parts.word}`)}`
      : null,
  (parts) =>
    plain(parts)
      ? `export S=$(${source(parts)})\n${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} ${codeOption(parts)} "$S"`)}`
      : null,
  (parts) => `for l in $(${source(parts)}); do ${mark(parts.flows, 'eval "$l"')}; done`,
  (parts) => `while read -r l; do ${mark(parts.flows, 'eval "$l"')}; done < <(${source(parts)})`,
  // bytes passed on
  (parts) =>
    `${parts.fetchWrapper === "" ? "" : ""}cat <(${parts.fetchWrapper}${mark(parts.flows && parts.interpreter.readsProgram, `${parts.fetcher}${parts.redirect}) | ${parts.wrapper}${parts.word}`)}${parts.interpreter.arguments}`,
  (parts) =>
    `echo "$(${parts.fetchWrapper}${mark(parts.flows && parts.interpreter.readsProgram, `${parts.fetcher}${parts.redirect})" | ${parts.wrapper}${parts.word}`)}${parts.interpreter.arguments}`,
  // code strings
  (parts) => {
    const inner = `${parts.fetcher}${parts.redirect} | ${parts.wrapper}${parts.word}`;
    const positive = parts.flows && parts.interpreter.readsProgram;
    return inSingle(inner + parts.fetchWrapper + parts.interpreter.arguments)
      ? `bash -c '${parts.fetchWrapper}${mark(positive, inner)}${parts.interpreter.arguments}'`
      : null;
  },
  (parts) => {
    const inner = `${parts.fetcher}${parts.redirect} | ${parts.wrapper}${parts.word}`;
    const positive = parts.flows && parts.interpreter.readsProgram;
    return `bash <<'EOF'\n${parts.fetchWrapper}${mark(positive, inner)}${parts.interpreter.arguments}\nEOF`;
  },
  // only shown or kept
  (parts) => `echo "$(${source(parts)})"`,
  (parts) => `V=$(${source(parts)})`,
  (parts) =>
    inSingle(source(parts) + parts.wrapper + parts.word + parts.interpreter.arguments)
      ? `echo '${source(parts)} | ${parts.wrapper}${parts.word}${parts.interpreter.arguments}'`
      : null,
  (parts) => `diff <(${source(parts)}) <(sort local)`,
  (parts) => `# ${source(parts)} | ${parts.wrapper}${parts.word}${parts.interpreter.arguments}`,
  (parts) => `${source(parts)} | grep -q x && bash local.sh`,
  (parts) => (inDouble(source(parts)) ? `useradd -s /bin/bash -c "$(${source(parts)})" app` : null),
];

/** The number of options of each dimension of a choice. */
export const sizes: Readonly<Record<keyof Choice, number>> = {
  fetch: fetches.length,
  address: addresses.length,
  fetchSpelling: spellings.length,
  interpreterSpelling: spellings.length,
  redirect: redirects.length,
  stage: stages.length,
  fetchWrapper: wrappers.length,
  wrapper: wrappers.length,
  interpreter: interpreters.length,
  carrier: carriers.length,
};

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined)
    throw new RangeError(`no piece ${String(index)} of ${String(list.length)}`);
  return item;
}

/** Returns the marked shell text of a choice; null if its pieces cannot be combined. */
export function shellCase(choice: Choice): string | null {
  const fetch = at(fetches, choice.fetch);
  const interpreter = at(interpreters, choice.interpreter);
  const [redirect, keeps] = at(redirects, choice.redirect);
  const fetchWrapper = at(wrappers, choice.fetchWrapper);
  const wrapper = at(wrappers, choice.wrapper);
  const address = at(addresses, choice.address);
  const spelledFetcher = at(spellings, choice.fetchSpelling)(fetch.name);
  const options = fetch.options.replaceAll("URL", () => address);
  // `A=1 exec …` and a builtin after a launcher do not run a program of that name, which this suite does not cover
  if (/exec $|command $/.test(wrapper) && interpreter.word.includes("/")) return null;
  const parts: Parts = {
    fetch,
    fetcher: `${spelledFetcher} ${options}`,
    redirect,
    flows: fetch.output === "stdout" && keeps,
    stage: at(stages, choice.stage),
    fetchWrapper,
    wrapper,
    interpreter,
    word:
      interpreter.readsProgram || plain({ interpreter } as Parts)
        ? at(spellings, choice.interpreterSpelling)(interpreter.word)
        : interpreter.word,
  };
  // the next word would become the value of an option without one
  if (fetch.options === "URL --output" && redirect === "")
    return at(carriers, choice.carrier)({ ...parts, redirect: "" });
  return at(carriers, choice.carrier)(parts);
}
