import type { Detection, Dismissal, Finding, Match, Note, Outcome, Span } from "./model.js";
import { adviceIn, dismissOf } from "./advice.js";
import { Budget } from "./budget.js";
import { candidateOf, type Candidate } from "./candidate.js";
import { candidateWords } from "./candidate-words.js";
import { createContext, isProseOnly, instructingIn, type Context } from "./context/index.js";
import type { Engine } from "./create-engine.js";
import { DocumentState } from "./document-state.js";
import { Findings } from "./findings.js";
import { maximumLength, type DetectOptions } from "./input.js";
import { nothingFound } from "./nothing-found.js";
import { Recorder, type Observer } from "./observer.js";
import { deepestPayload, withPayload } from "./payload/with-payload.js";
import { Readings } from "./readings.js";
import { isOnePart, partsOf, segment, type SegmentOptions } from "./segment/index.js";
import type { Place, Region } from "./segment/region.js";
import type { RegionTools } from "./regions.js";
import { Services } from "./services.js";
import { powershellCode } from "./shell/flow/powershell-program.js";
import { lowerBound } from "./text-search.js";
import { encodeOffsets } from "./span/encode.js";
import { obscuredNotes } from "./obscured.js";
import { outermost } from "./span/outermost.js";
import type { Stages } from "./stages.js";

/** text → segment → parse → query → capture → flow → context → span. */
export function detect(
  text: string,
  engine: Engine,
  options: DetectOptions,
  observer: Observer | null = null,
): Detection {
  return detectWithin(text, engine, options, observer, 0);
}

/** @param depth the number of payloads that contain the text */
function detectWithin(
  text: string,
  engine: Engine,
  options: DetectOptions,
  observer: Observer | null,
  depth: number,
): Detection {
  const { notes: obscured, limits } =
    depth === 0 ? obscuredNotes(text, engine.queries.vocabulary) : { notes: [], limits: [] };
  const instructing =
    engine.profile === "extended" ? instructingIn(text, engine.languages, options.format) : [];
  const reads = instructing.length > 0;
  const named = closedIn(text, engine, options);
  if (named === null && !reads) {
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
  const state = new DocumentState(text);
  const tools = { services: new Services(engine, budget, observer), budget, state };
  // definitions of tools, which a model reads, are found by reading the definition
  const isDefinition = reads && options.format === "mcp";
  const closedParts = isDefinition ? [] : (named ?? [[0, text.length]]);
  const head = budget.within(text, maximumLength);
  for (const part of closedParts) addUnread(head.slice(...part), tools);
  const { document, regions, complete } = segment(head, {
    ...segmenting(
      tools,
      options,
      (part) =>
        mentions(part, tools) || (isDefinition && instructingIn(part, engine.languages).length > 0),
    ),
    closedParts,
  });
  const readings = new Readings(tools);
  const { candidates: found, notes } = readRegions(regions, readings, tools, observer, guard);
  // earlier results for a file did not include the parts that were not read
  const candidates =
    engine.profile === "extended" && state.isNamedElsewhere
      ? [
          ...found.filter(({ finding }) => finding.level === "finding"),
          ...runsOfFiles(head, readings, tools, options),
        ]
      : found;
  if (candidates.length > 0 || reads) complete();
  const context = createContext(head, document, engine.languages, guard);
  observer?.spent(budget.steps);
  const late = budget.judging();
  const judged = judge(candidates, notes, context.dismiss, late, observer);
  if (reads) {
    // advice in prose is left out if a finding overlaps it, whatever their lengths
    const instructions = context.instructions(instructing, late);
    const advice = adviceIn(head, instructions, engine).filter(
      ({ span }) => !overlapsAny(span, judged),
    );
    judged.push(...judge(advice, notes, dismissOf(instructions, context), late, observer));
    judged.sort((a, b) => a.span[0] - b.span[0]);
  }
  const opening = { late, depth, ...within(options) };
  const reported = withoutRepeatedRuns(judged, text);
  const findings =
    depth < deepestPayload
      ? opened(reported, engine, opening)
      : reported.map(({ finding }) => finding);
  return encodeOffsets(
    text,
    answer(findings, inOrder([...withoutFindings(notes, findings), ...obscured]), budget.outcome()),
    options.offsetEncoding ?? "utf-16",
  );
}

/** Returns candidates without repeated runs of an installed download by its bare name: a manual has very many. */
function withoutRepeatedRuns(candidates: readonly Candidate[], text: string): Candidate[] {
  const reported = new Set<string>();
  return candidates.filter(({ finding: { rule, level, span, trace } }) => {
    const name = text.slice(...span);
    if (level !== "advisory" || rule !== "bash/fetch-file-run" || !/^[\w+-]+$/.test(name))
      return true;
    const run = `${name} ${String(trace[0]?.span?.join())}`;
    const isFirst = !reported.has(run);
    reported.add(run);
    return isFirst;
  });
}

/** Whether a span overlaps one of some candidates, which are sorted and disjoint. */
function overlapsAny([start, end]: Span, found: readonly Candidate[]): boolean {
  const at = lowerBound(found.length, (index) => (found[index]?.span[1] ?? end) > start);
  return (found[at]?.span[0] ?? end) < end;
}

function segmenting(
  { services, budget }: RegionTools,
  { format }: DetectOptions,
  mentions: (part: string) => boolean,
): SegmentOptions {
  return {
    vocabulary: services.engine.queries.vocabulary,
    mentions,
    powershellCode,
    expired: () => budget.expired(),
    limit: (limit, message, span) => {
      budget.limit(limit, message, span);
    },
    ...formatOf(format),
    ...(ADDRESSED.has(format ?? "")
      ? { addressed: "all" }
      : services.engine.profile === "extended" && { addressed: "definitions" }),
  };
}

/** Formats of texts that a model reads, with the tags they are read as. */
const ADDRESSED: ReadonlyMap<string, string> = new Map([
  ["skill", "markdown"],
  ["mcp", "json"],
]);

function formatOf(format: string | undefined): { readonly format?: string } {
  return format === undefined ? {} : { format: ADDRESSED.get(format) ?? format };
}

/** Whether a part of the document passes the gate; else it is not read. */
function mentions(part: string, tools: RegionTools): boolean {
  if (tools.services.engine.gate.mentions(part)) return true;
  addUnread(part, tools);
  return false;
}

/** Records a part that is not read: it may run a file that another part writes. */
function addUnread(part: string, { services, state }: RegionTools): void {
  if (services.engine.profile === "extended") state.addUnread(part);
}

/** Returns the parts of a document that are not read; null if no finding is possible anywhere in it. */
function closedIn(
  text: string,
  { gate, queries }: Engine,
  { format }: DetectOptions,
): readonly Span[] | null {
  if (isOnePart(text, format)) return gate.opens(text) ? [] : null;
  return gate.closedParts(text, (whole) => partsOf(whole, queries.vocabulary, format));
}

/** Returns what regions yield, each by itself: candidates, and notes, also on what is only shown. */
function readRegions(
  regions: readonly Region[],
  readings: Readings,
  { services, state }: RegionTools,
  observer: Observer | null,
  guard = false,
): { candidates: Candidate[]; notes: Note[] } {
  const made = new Findings(state.text);
  const candidates: Candidate[] = [];
  const notes: Note[] = [];
  const isOn = (rule: string): boolean => !services.engine.off.has(rule);
  for (const region of regions) {
    observer?.region(region);
    const found = readings.read(region);
    const place = placeOf(region);
    for (const match of found.matches) {
      // before the outermost is selected: a match of another rule inside it still counts
      if (!isOn(match.rule)) continue;
      observer?.match(match);
      if (region.shown === undefined || (guard && isProseOnly(region.shown)))
        candidates.push(candidateOf(match, place, made));
      else notes.push(dismissed(match, region.shown));
    }
    for (const note of found.notes) {
      if (note.rule !== undefined && !isOn(note.rule)) continue;
      observer?.note(note);
      notes.push(note);
    }
  }
  return { candidates, notes };
}

/**
 * Returns runs of files that the document downloads, or writes with known text. Only the names of the files identify such
 * commands, so the text is read again for these names.
 */
function runsOfFiles(
  text: string,
  readings: Readings,
  tools: RegionTools,
  options: DetectOptions,
): Candidate[] {
  const { state, services } = tools;
  const { gate } = services.engine;
  for (let round = 1; ; round++) {
    const known = state.nameCount;
    state.again();
    const { regions } = segment(
      text,
      segmenting(tools, options, (part) => gate.mentions(part) || state.namesFile(part)),
    );
    const { candidates } = readRegions(regions, readings, tools, null, options.guard);
    // a file with a new name may be run in a part that was not read for the old one
    if (state.nameCount === known || round === mostRounds)
      return candidates.filter(
        ({ finding, isFromFile }) => finding.level === "advisory" || isFromFile,
      );
  }
}

/** How often a text is read again for files that get new names. */
const mostRounds = 3;

/** Returns the detection with the results of each stage. */
export function explain(text: string, engine: Engine, options: DetectOptions): Stages {
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

/** Returns a region without its text, which is not needed after it was read. */
function placeOf({ kind, language, tag, start, block, amongText }: Region): Place {
  return { kind, language, tag, start, block, ...(amongText && { amongText }) };
}

/**
 * Returns the outermost candidates as findings; those that are only shown or warned against are added to the notes. After the
 * time for judging, a candidate becomes an unjudged finding.
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

/** The most payloads of one text that are decoded; a report of more is not useful. */
const mostPayloads = 100;
const tooMany = `only the first ${String(mostPayloads)} payloads of a text are decoded`;

/** Returns the findings with their payloads: decoded text is analyzed as code of the language that executes it and as any text. */
function opened(
  candidates: readonly Candidate[],
  engine: Engine,
  { late, depth, ...bounds }: Opening,
): Finding[] {
  let left = mostPayloads;
  return candidates.map(({ finding, encoded }) => {
    if (encoded === null || late()) return finding;
    if (left-- <= 0) return withPayload(finding, { failure: tooMany }, () => nothingFound);
    const payload = encoded.open();
    if (payload === null) return finding;
    return withPayload(finding, payload, (text) => {
      const own = detectWithin(text, engine, { ...bounds, format: encoded.tag }, null, depth + 1);
      return own.findings.length > 0 ? own : detectWithin(text, engine, bounds, null, depth + 1);
    });
  });
}

/** Returns the part of the available time for one payload, which is short. */
function within({ deadlineMs }: DetectOptions): Pick<DetectOptions, "deadlineMs"> {
  return deadlineMs === undefined ? {} : { deadlineMs: deadlineMs / 10 };
}

/** Returns the notes by position. A text that is shown in one place and executed from there is a finding, not a note. */
function withoutFindings(notes: readonly Note[], findings: readonly Finding[]): readonly Note[] {
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

function dismissed({ span, rule }: Match, { reason, message, evidence }: Dismissal): Note {
  return {
    kind: "dismissed",
    reason,
    message,
    span,
    rule,
    ...(evidence === undefined ? {} : { evidence }),
  };
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
