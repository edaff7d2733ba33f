import { openLiteral } from "./decode/open-literal.js";
import { adviceIn, dismissOf } from "./instruction-advisories.js";
import { candidateWords } from "./candidate-words.js";
import { createContext, instructingIn, type Context } from "./context/index.js";
import type { DetectorEngine } from "./create-engine.js";
import { Budget } from "./evaluate/budget.js";
import { dismissed, type Candidate } from "./evaluate/candidate.js";
import { DocumentState } from "./evaluate/document-state.js";
import { Recorder, type Observer } from "./evaluate/observer.js";
import { readDocument } from "./evaluate/read-document.js";
import { Services } from "./evaluate/services.js";
import type { Stages } from "./evaluate/stages.js";
import { maximumLength, type DetectOptions } from "./input.js";
import type { Detection, Finding, Limit, Note, Outcome, Span } from "./model.js";
import { nothingFound } from "./nothing-found.js";
import { obscuredNotes } from "./obscured-commands.js";
import { MAX_PAYLOAD_DEPTH, withPayload } from "./payload/with-payload.js";
import { isOnePart, mayDefine, partsOf } from "./segment/index.js";
import { encodeOffsets } from "./span/encode-offsets.js";
import { reportedRuns } from "./reported-runs.js";
import { outermost } from "./span/outermost.js";
import { lowerBound } from "./text-search.js";

/** Returns the detection for a text. The stages are the gate, the evaluation of regions, context, payloads and spans. */
export function detect(
  text: string,
  engine: DetectorEngine,
  options: DetectOptions,
  observer: Observer | null = null,
): Detection {
  try {
    return detectWithin(text, engine, options, observer, 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return notAnalyzed(text, options, error);
  }
}

/** Returns the detection for a text with a line or string of several million characters, for which V8 runs no regular expression. */
function notAnalyzed(
  text: string,
  { offsetEncoding }: DetectOptions,
  error: RangeError,
): Detection {
  const message = `a line or string of this text is too long: ${error.message}`;
  const limits: Limit[] = [{ limit: "size", message, span: [0, text.length] }];
  const detection: Detection = { ...nothingFound, outcome: { status: "incomplete", limits } };
  return encodeOffsets(text, detection, offsetEncoding ?? "utf-16");
}

/** @param depth the number of payloads that contain the text */
function detectWithin(
  text: string,
  engine: DetectorEngine,
  options: DetectOptions,
  observer: Observer | null,
  depth: number,
): Detection {
  const { notes: obscured, limits } =
    depth === 0 ? obscuredNotes(text, engine.queries.vocabulary) : { notes: [], limits: [] };
  const instructing =
    engine.profile === "extended" ? instructingIn(text, engine.languages, options.format) : [];
  const isInstructing = instructing.length > 0;
  const named = closedIn(text, engine, options);
  if (named === null && !isInstructing) {
    return obscured.length === 0
      ? nothingFound
      : encodeOffsets(
          text,
          {
            ...nothingFound,
            notes: obscured,
            ...(limits.length > 0 && { outcome: { status: "incomplete", limits } }),
          },
          options.offsetEncoding ?? "utf-16",
        );
  }
  const { guard = false } = options;
  const budget = new Budget(text.length, options.deadlineMs);
  budget.addLimits(limits);
  const services = new Services(engine, budget, observer);
  const tools = { services, budget, state: new DocumentState(text) };
  // the parts of tool definitions are read if they instruct the model that reads them
  const isDefinition = isInstructing && options.format === "mcp";
  const closedParts = isDefinition ? [] : (named ?? [[0, text.length]]);
  const head = budget.within(text, maximumLength);
  const isReadAnyway = (part: string): boolean =>
    isDefinition && instructingIn(part, engine.languages).length > 0;
  const parts = { closedParts, isReadAnyway };
  const { document, candidates, notes, complete } = readDocument(
    head,
    tools,
    options,
    parts,
    observer,
  );
  if (candidates.length > 0 || isInstructing) complete();
  const context = createContext(head, document, engine.languages, guard);
  observer?.spent(budget.steps);
  const late = budget.judging();
  const judged = judge(candidates, notes, context.dismiss, late, observer);
  if (isInstructing) {
    // advice in prose is omitted if a finding overlaps it, whatever their lengths, or if its address is in a dismissed command
    const instructions = context.instructions(instructing, late);
    const advice = adviceIn(head, instructions, engine).filter(
      ({ span, finding: { trace } }) =>
        !overlapsAny(span, judged) && !overlapsAny(trace[0]?.span ?? span, candidates),
    );
    judged.push(...judge(advice, notes, dismissOf(instructions, context), late, observer));
    judged.sort((a, b) => a.span[0] - b.span[0]);
  }
  const opening = { late, depth, ...within(options) };
  const reported = reportedRuns(judged, text, engine.languages);
  const findings =
    depth < MAX_PAYLOAD_DEPTH
      ? opened(reported, engine, opening)
      : reported.map(({ finding }) => finding);
  return encodeOffsets(
    text,
    answer(findings, inOrder([...distinctNotes(notes, findings), ...obscured]), budget.outcome()),
    options.offsetEncoding ?? "utf-16",
  );
}

/** Whether a span overlaps one of the candidates, which are sorted and disjoint. */
function overlapsAny([start, end]: Span, found: readonly Candidate[]): boolean {
  const at = lowerBound(found.length, (index) => (found[index]?.span[1] ?? end) > start);
  return (found[at]?.span[0] ?? end) < end;
}

/** Returns the parts of a document that are not read; null if no finding is possible anywhere in it. */
function closedIn(
  text: string,
  { gate, queries }: DetectorEngine,
  { format }: DetectOptions,
): readonly Span[] | null {
  if (isOnePart(text, format)) return gate.opens(text) ? [] : null;
  return gate.closedParts(text, (whole) => partsOf(whole, queries.vocabulary, format), mayDefine);
}

/** Returns the detection with the results of each stage. */
export function explain(text: string, engine: DetectorEngine, options: DetectOptions): Stages {
  const recorder = new Recorder();
  const detection = detect(text, engine, options, recorder);
  return {
    mentions: closedIn(text, engine, options) !== null,
    regions: recorder.regions,
    judgements: recorder.judgements,
    candidates: candidateWords(text, engine, recorder.regions),
    steps: recorder.steps,
    detection,
  };
}

/**
 * Returns the outermost candidates that are not dismissed, and adds notes on the dismissed ones to `notes`. Once the time for judging
 * is over, a candidate is kept as an unjudged finding.
 */
function judge(
  candidates: Candidate[],
  notes: Note[],
  dismiss: Context["dismiss"],
  late: () => boolean,
  observer: Observer | null,
): Candidate[] {
  const found: Candidate[] = [];
  for (const candidate of outermost(candidates.sort((a, b) => a.place.start - b.place.start))) {
    const { finding, place, at } = candidate;
    if (late()) {
      found.push({ ...candidate, finding: { ...finding, unjudged: true } });
      continue;
    }
    const dismissal = dismiss(at, place);
    observer?.judged(finding, dismissal);
    if (dismissal === null) found.push(candidate);
    else notes.push(dismissed(finding, dismissal));
  }
  return found;
}

interface Opening extends Pick<DetectOptions, "deadlineMs"> {
  late(): boolean;
  readonly depth: number;
}

/** Maximum number of payloads of one text that are decoded; a report of more is not useful. */
const MAX_PAYLOADS = 100;
const TOO_MANY = `only the first ${String(MAX_PAYLOADS)} payloads of a text are decoded`;

/**
 * Returns the findings with their payloads. Decoded text is analyzed as code of the language that executes it and, if that finds
 * nothing, as a text of unknown format.
 */
function opened(
  candidates: readonly Candidate[],
  engine: DetectorEngine,
  { late, depth, ...bounds }: Opening,
): Finding[] {
  let left = MAX_PAYLOADS;
  return candidates.map(({ finding, encoded }) => {
    if (encoded === null || late()) return finding;
    if (left-- <= 0) return withPayload(finding, { failure: TOO_MANY }, () => nothingFound);
    const payload = openLiteral(encoded.literal);
    if ("bytes" in payload && payload.bytes.length === 0) return finding;
    return withPayload(finding, payload, (text) => {
      const own = detectWithin(text, engine, { ...bounds, format: encoded.tag }, null, depth + 1);
      return own.findings.length > 0 ? own : detectWithin(text, engine, bounds, null, depth + 1);
    });
  });
}

/** Returns the time limit for one payload: a tenth of the text's. */
function within({ deadlineMs }: DetectOptions): Pick<DetectOptions, "deadlineMs"> {
  return deadlineMs === undefined ? {} : { deadlineMs: deadlineMs / 10 };
}

/** Returns the notes by position, without duplicates and without notes whose span is the span of a finding. */
function distinctNotes(notes: readonly Note[], findings: readonly Finding[]): readonly Note[] {
  if (notes.length === 0) return notes;
  const found = new Set(findings.map(({ span }) => span.join("-")));
  const seen = new Set<string>();
  return [...notes]
    .sort((a, b) => a.span[0] - b.span[0])
    .filter((note) => {
      const place = note.span.join("-");
      const key = `${place} ${note.reason}`;
      if (found.has(place) || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

function inOrder(notes: readonly Note[]): readonly Note[] {
  return [...notes].sort((a, b) => a.span[0] - b.span[0]);
}

function answer(findings: readonly Finding[], notes: readonly Note[], outcome: Outcome): Detection {
  const spans = findings
    .filter((finding) => finding.level === "finding")
    .map((finding) => finding.span);
  return {
    labels: spans.length > 0 ? ["PS"] : [],
    spans,
    findings,
    notes,
    outcome,
  };
}
