import type {
  Capture,
  Dismissal,
  Judgement,
  RegionStages,
  SearchedTree,
  Span,
  Stages,
} from "../../core/index.js";
import type { Paint } from "../paint.js";
import { Lines } from "./lines.js";
import { plural, reasonOf } from "./text.js";
import { showText } from "./terminal-text.js";

/** Maximum length, in UTF-16 code units, of the shown part of a region, and of a word. */
const MAX_TEXT = 70;
const MAX_WORD = 40;

/** Returns a description of each stage's results for a text, region by region in the order of analysis, and of the final result. */
export function renderStages(text: string, stages: Stages, paint: Paint): string {
  const view = new StagesView(new Lines(text), paint);
  const { mentions, regions, judgements, detection } = stages;
  const found = [
    ...(mentions
      ? []
      : ["gate     this text contains none of the words that a finding requires: no stage ran"]),
    ...(mentions && regions.length === 0 ? ["segment  nothing in this text is read as code"] : []),
    ...regions.map((region, at) => view.region(region, at + 1, judgements)),
  ];
  return [...found, view.answer(detection)].join("\n\n") + "\n";
}

/** Formats the results of the stages. */
class StagesView {
  constructor(
    private readonly lines: Lines,
    private readonly paint: Paint,
  ) {}

  region(region: RegionStages, number: number, judgements: readonly Judgement[]): string {
    const { kind, language, tag, calls, span, text, blocks, shown, trees, names, matches, notes } =
      region;
    const named = tag === null ? "no tag" : `tag ${tag}`;
    const heading = `region ${number}: ${kind}, read as ${language}, ${named}, ${this.range(span)} in ${blocks.join(" > ")}`;
    return [
      this.paint("bold", heading),
      this.row(
        "segment",
        `${quoted(text, MAX_TEXT)}${shown === null ? "" : `; only shown: ${this.why(shown)}`}`,
      ),
      ...(trees.length === 0
        ? [this.row("parse", unparsed(language, calls))]
        : trees.flatMap((tree) => this.tree(tree))),
      ...names.map((name) => this.capture(name)),
      ...(trees.length > 0 && calls !== null
        ? [this.row("query", `names of calls: ${calls}.json`)]
        : []),
      ...(matches.length === 0 ? [this.row("resolve", "no match")] : []),
      ...matches.flatMap((match) => [
        this.row(
          "resolve",
          `${this.paint("red", match.rule)} ${this.place(match.span)}: ${clean(reasonOf(match.trace))}`,
        ),
        this.row("context", this.judgement(match, shown, judgements)),
      ]),
      ...notes.map((note) =>
        this.row(
          "resolve",
          `${note.kind} (${note.reason}) ${this.place(note.span)}: ${clean(note.message)}`,
        ),
      ),
    ].join("\n");
  }

  answer({ labels, findings, outcome }: Stages["detection"]): string {
    const spans = findings.map(
      ({ rule, level, span }) =>
        `${level === "finding" ? "" : `${level} `}${rule} ${this.place(span)}`,
    );
    const limits =
      outcome.status === "complete"
        ? []
        : outcome.limits.map(
            ({ limit, message }) => `not analyzed completely (${limit}): ${clean(message)}`,
          );
    return [
      this.paint(
        "bold",
        `answer: ${labels[0] ?? "no label"}, ${plural(findings.length, "finding")}, ${outcome.status}`,
      ),
      ...[...spans, ...limits].map((line) => `  ${line}`),
    ].join("\n");
  }

  private tree({ language, text, whole, captures }: SearchedTree): string[] {
    const roles = captures.map((capture) => this.capture(capture));
    const state = whole ? "without an error" : this.paint("yellow", "with errors");
    return [
      this.row("parse", `${language}, ${state}: ${quoted(text, MAX_TEXT)}`),
      ...(roles.length > 0 ? roles : [this.row("query", "nothing captured")]),
    ];
  }

  private capture({ role, word, span, pattern }: Capture): string {
    const where = span === null ? "" : ` at ${this.position(span[0])}`;
    return this.row("query", `${role} ${quoted(word, MAX_WORD)}${where} by ${clean(pattern)}`);
  }

  private judgement(
    { rule, span }: Judgement | RegionStages["matches"][number],
    shown: Dismissal | null,
    judgements: readonly Judgement[],
  ): string {
    if (shown !== null) return `not evaluated: ${this.why(shown)}`;
    const judged = judgements.find(
      (each) => each.rule === rule && each.span[0] === span[0] && each.span[1] === span[1],
    );
    if (judged === undefined)
      return "not evaluated: covered by an enclosing match, or by the same match from another region";
    return judged.dismissal === null
      ? this.paint("red", "meant")
      : `dismissed: ${this.why(judged.dismissal)}`;
  }

  private why({ reason, message, evidence }: Dismissal): string {
    return `${this.paint("green", reason)}, ${clean(message)}${evidence === undefined ? "" : ` ${this.place(evidence)}`}`;
  }

  private row(stage: string, text: string): string {
    return `  ${this.paint("cyan", stage.padEnd(8))} ${text}`;
  }

  private place(span: Span): string {
    return `at ${this.range(span)} ${quoted(this.lines.text.slice(...span), MAX_WORD)}`;
  }

  private range([start, end]: Span): string {
    return `${this.position(start)}–${this.position(end)}`;
  }

  private position(offset: number): string {
    const { line, column } = this.lines.position(offset);
    return `${line}:${column}`;
  }
}

function unparsed(language: RegionStages["language"], calls: string | null): string {
  if (language === "shell") return "not needed: it names nothing that executes";
  return calls === null
    ? "no tree: nothing in it requires one"
    : `by its tokens, with the names of calls in ${calls}.json`;
}

function quoted(text: string, length: number): string {
  return `«${clean(text.length <= length ? text : `${text.slice(0, length - 1)}…`)}»`;
}

function clean(text: string): string {
  return showText(text).text;
}
