import {
  addresses,
  fetches,
  receivers,
  redirects,
  spellings,
  stages,
  wrappers,
  type Fetch,
  type Receiver,
} from "./pipeline-parts.js";

/** The index of a piece in each list of pieces. The first piece of a list is the simplest. */
export interface Choice {
  readonly fetch: number;
  readonly address: number;
  readonly fetchSpelling: number;
  readonly receiverSpelling: number;
  readonly redirect: number;
  readonly stage: number;
  readonly fetchWrapper: number;
  readonly wrapper: number;
  readonly receiver: number;
  readonly carrier: number;
}

interface Parts {
  readonly fetch: Fetch;
  /** The words of the fetcher's command line, beginning with its name. */
  readonly fetcher: string;
  readonly redirect: string;
  /** Whether the fetched bytes are written to standard output. */
  readonly flows: boolean;
  readonly stage: readonly [string, boolean];
  readonly fetchWrapper: string;
  readonly wrapper: string;
  readonly receiver: Receiver;
  /** The receiver's word as it is spelled. */
  readonly word: string;
}

/** Returns shell code, with marks around it if it is expected to be a finding. */
function mark(positive: boolean, text: string): string {
  return positive ? `«${text}»` : text;
}

/** Returns marked shell code in which the receiver may get the fetched bytes, or null if the pieces cannot be combined. */
type Carrier = (parts: Parts) => string | null;

const isShell = ({ receiver }: Parts): boolean => ["sh", "bash", "zsh"].includes(receiver.word);
const isInterpreter = ({ receiver }: Parts): boolean =>
  isShell({ receiver } as Parts) || ["python3", "node"].includes(receiver.word);
const codeOption = ({ receiver }: Parts): string => (receiver.word === "node" ? "-e" : "-c");
const source = (parts: Parts): string => `${parts.fetchWrapper}${parts.fetcher}${parts.redirect}`;
/** Whether the receiver has no arguments, which is required by carriers that add arguments. */
const plain = (parts: Parts): boolean => parts.receiver.arguments === "";
const fitsInDoubleQuotes = (text: string): boolean => !text.includes("`");
const fitsInSingleQuotes = (text: string): boolean => !text.includes("'");

/** All carriers. In the comments, `F` is the fetcher and `I` the receiver. */
export const carriers: readonly Carrier[] = [
  // F | I
  (parts) => {
    const positive = parts.flows && parts.stage[1] && parts.receiver.readsProgram;
    return `${parts.fetchWrapper}${mark(positive, `${parts.fetcher}${parts.redirect} ${parts.stage[0]}| ${parts.wrapper}${parts.word}`)}${parts.receiver.arguments}`;
  },
  // F|I without spaces
  (parts) =>
    `${parts.fetchWrapper}${mark(parts.flows && parts.receiver.readsProgram, `${parts.fetcher}${parts.redirect}|${parts.wrapper}${parts.word}`)}${parts.receiver.arguments}`,
  // (F) | I and { F; } | I
  (parts) =>
    `(${parts.fetchWrapper}${mark(parts.flows && parts.receiver.readsProgram, `${parts.fetcher}${parts.redirect}) | ${parts.wrapper}${parts.word}`)}${parts.receiver.arguments}`,
  (parts) =>
    `{ ${parts.fetchWrapper}${mark(parts.flows && parts.receiver.readsProgram, `${parts.fetcher}${parts.redirect}; } | ${parts.wrapper}${parts.word}`)}${parts.receiver.arguments}`,
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
  // I -c '$(F)': only a shell substitutes in the code that it receives
  (parts) =>
    plain(parts) && fitsInSingleQuotes(source(parts))
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
      ? `S=$(${source(parts)}); ${mark(parts.flows && parts.receiver.readsProgram, `echo "$S" | ${parts.wrapper}${parts.word}`)}`
      : null,
  (parts) =>
    plain(parts)
      ? `export S=$(${source(parts)})\n${parts.wrapper}${mark(parts.flows && isInterpreter(parts), `${parts.word} ${codeOption(parts)} "$S"`)}`
      : null,
  (parts) => `for l in $(${source(parts)}); do ${mark(parts.flows, 'eval "$l"')}; done`,
  (parts) => `while read -r l; do ${mark(parts.flows, 'eval "$l"')}; done < <(${source(parts)})`,
  // through another command
  (parts) =>
    `cat <(${parts.fetchWrapper}${mark(parts.flows && parts.receiver.readsProgram, `${parts.fetcher}${parts.redirect}) | ${parts.wrapper}${parts.word}`)}${parts.receiver.arguments}`,
  (parts) =>
    `echo "$(${parts.fetchWrapper}${mark(parts.flows && parts.receiver.readsProgram, `${parts.fetcher}${parts.redirect})" | ${parts.wrapper}${parts.word}`)}${parts.receiver.arguments}`,
  // code strings
  (parts) => {
    const inner = `${parts.fetcher}${parts.redirect} | ${parts.wrapper}${parts.word}`;
    const positive = parts.flows && parts.receiver.readsProgram;
    return fitsInSingleQuotes(inner + parts.fetchWrapper + parts.receiver.arguments)
      ? `bash -c '${parts.fetchWrapper}${mark(positive, inner)}${parts.receiver.arguments}'`
      : null;
  },
  (parts) => {
    const inner = `${parts.fetcher}${parts.redirect} | ${parts.wrapper}${parts.word}`;
    const positive = parts.flows && parts.receiver.readsProgram;
    return `bash <<'EOF'\n${parts.fetchWrapper}${mark(positive, inner)}${parts.receiver.arguments}\nEOF`;
  },
  // the bytes or the command are only printed, stored or compared
  (parts) => `echo "$(${source(parts)})"`,
  (parts) => `V=$(${source(parts)})`,
  (parts) =>
    fitsInSingleQuotes(source(parts) + parts.wrapper + parts.word + parts.receiver.arguments)
      ? `echo '${source(parts)} | ${parts.wrapper}${parts.word}${parts.receiver.arguments}'`
      : null,
  (parts) => `diff <(${source(parts)}) <(sort local)`,
  (parts) => `# ${source(parts)} | ${parts.wrapper}${parts.word}${parts.receiver.arguments}`,
  (parts) => `${source(parts)} | grep -q x && bash local.sh`,
  (parts) =>
    fitsInDoubleQuotes(source(parts)) ? `useradd -s /bin/bash -c "$(${source(parts)})" app` : null,
];

/** The number of pieces in each list. */
export const sizes: Readonly<Record<keyof Choice, number>> = {
  fetch: fetches.length,
  address: addresses.length,
  fetchSpelling: spellings.length,
  receiverSpelling: spellings.length,
  redirect: redirects.length,
  stage: stages.length,
  fetchWrapper: wrappers.length,
  wrapper: wrappers.length,
  receiver: receivers.length,
  carrier: carriers.length,
};

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined)
    throw new RangeError(`no piece ${String(index)} of ${String(list.length)}`);
  return item;
}

/** Returns the marked shell code of a choice, or null if its pieces cannot be combined. */
export function shellCase(choice: Choice): string | null {
  const fetch = at(fetches, choice.fetch);
  const receiver = at(receivers, choice.receiver);
  const [redirect, passesOutput] = at(redirects, choice.redirect);
  const fetchWrapper = at(wrappers, choice.fetchWrapper);
  const wrapper = at(wrappers, choice.wrapper);
  const address = at(addresses, choice.address);
  const spelledFetcher = at(spellings, choice.fetchSpelling)(fetch.name);
  const options = fetch.options.replaceAll("URL", () => address);
  // `exec ./install.sh` and `command ./install.sh` are not generated
  if (/exec $|command $/.test(wrapper) && receiver.word.includes("/")) return null;
  const parts: Parts = {
    fetch,
    fetcher: `${spelledFetcher} ${options}`,
    redirect,
    flows: fetch.output === "stdout" && passesOutput,
    stage: at(stages, choice.stage),
    fetchWrapper,
    wrapper,
    receiver,
    word:
      receiver.readsProgram || plain({ receiver } as Parts)
        ? at(spellings, choice.receiverSpelling)(receiver.word)
        : receiver.word,
  };
  return at(carriers, choice.carrier)(parts);
}
