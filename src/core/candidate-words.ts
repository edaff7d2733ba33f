import type { GrammarName } from "./assets.js";
import type { DetectorEngine } from "./create-engine.js";
import type { CandidateWord, RegionStages } from "./evaluate/stages.js";

/** Maximum number of words of one text that are looked up. */
const MAX_WORDS = 2000;
/** Matches a word, including folders before it and the dots of a call. */
const WORD = /[A-Za-z_$][\w$.+:/\\-]*/g;

/** The kinds of words by the prefix of a capture; the first row that matches decides. */
const KINDS = [
  ["source.fetch", "fetcher"],
  ["source.address", "fetcher"],
  ["source.remote", "fetcher"],
  ["source.download", "fetcher"],
  ["source.decoder", "decoder"],
  ["source.payload", "decoder"],
  ["source.encoded", "executor"],
  ["sink.interpreter", "executor"],
  ["sink.builtin", "executor"],
  ["sink.execute", "executor"],
  ["sink.shell", "executor"],
] as const;

const GRAMMARS: Readonly<Record<string, readonly GrammarName[]>> = {
  shell: ["bash"],
  powershell: ["powershell", "bash"],
  python: ["python"],
  javascript: ["javascript"],
};

/** Names of programs that are mostly ordinary words outside code. */
const ORDINARY =
  /^(?:at|batch|source|eval|exec|links|make|su|fetch|https?|GET|get|host|dig|finger|system|load|script|watch|open|run|node|expand)$/;

/**
 * Returns the fetchers and decoders that a text names, and the executors that its regions name, in document order. Outside all
 * regions, ordinary words are ignored.
 */
export function candidateWords(
  text: string,
  engine: DetectorEngine,
  regions: readonly RegionStages[],
): readonly CandidateWord[] {
  const found: CandidateWord[] = [];
  let looked = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (looked++ >= MAX_WORDS) break;
    const name = word.replace(/[.:/\\-]+$/, "");
    const span = [index, index + name.length] as const;
    const region = regions.find((each) => each.span[0] <= span[0] && span[1] <= each.span[1]);
    if (region === undefined && ORDINARY.test(name)) continue;
    const base = name.replace(/^.*[/\\]/, "");
    const grammars = GRAMMARS[region?.language ?? "shell"] ?? ["bash", "python"];
    const kind =
      kindOf(base, engine, region === undefined ? ANYWHERE : grammars) ?? decoderOf(base, engine);
    if (kind === null || (region === undefined && kind === "executor")) continue;
    found.push({
      word: base,
      kind,
      span: [span[1] - base.length, span[1]],
      isRead: region !== undefined,
    });
  }
  return found;
}

/** The grammars in which words outside all regions are looked up. */
const ANYWHERE: readonly GrammarName[] = ["bash", "python", "javascript"];

/** Returns "decoder" if the last part of a dotted name is a decoder, such as `b64decode` in `base64.b64decode`; otherwise null. */
function decoderOf(name: string, engine: DetectorEngine): "decoder" | null {
  const last = name.split(".").at(-1) ?? name;
  if (last === name) return null;
  return kindOf(last, engine, ["python", "javascript"]) === "decoder" ? "decoder" : null;
}

function kindOf(
  name: string,
  { queries }: DetectorEngine,
  grammars: readonly GrammarName[],
): CandidateWord["kind"] | null {
  const captures = grammars.flatMap((grammar) =>
    queries.named(grammar, name).map(({ capture }) => capture),
  );
  return KINDS.find(([role]) => captures.some((capture) => capture.startsWith(role)))?.[1] ?? null;
}
