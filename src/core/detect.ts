import type { Detection, Finding, Match, Note, OffsetEncoding } from "./model.js";
import { createContext } from "./context/index.js";
import type { Engine } from "./engine.js";
import { readRegion, type Reading } from "./regions.js";
import { segment } from "./segment/index.js";
import type { Region } from "./segment/region.js";
import { encodeOffsets } from "./span/encode.js";
import { outermost } from "./span/select.js";
import { Work } from "./work.js";

export interface DetectOptions {
  /** The unit of all offsets in the answer; UTF-16 code units by default. */
  readonly offsetEncoding?: OffsetEncoding;
  /** Milliseconds after which the analysis stops with outcome `incomplete`; none by default. */
  readonly deadlineMs?: number;
  /** What the text is when it is no Markdown: a fence tag such as `bash`, `dockerfile` or `json`. */
  readonly format?: string;
}

/** Texts of more UTF-16 code units are analysed up to here only, and the outcome says so. */
export const maximumLength = 16 * 1024 * 1024;

/** text → segment → parse → query → capture → flow → context → span. */
export function detect(text: string, engine: Engine, options: DetectOptions): Detection {
  if (!engine.gate(text)) return nothingFound;
  const work = new Work(engine, text, options.deadlineMs);
  try {
    const head = work.within(text, maximumLength);
    const { document, regions } = segment(head, { vocabulary: engine.queries.vocabulary, mentions: (part) => !work.late("segmenting") && engine.gate(part), ...(options.format === undefined ? {} : { format: options.format }) });
    const readings = regions.map((region) => ({ region, reading: readRegion(region, work) }));
    const context = createContext(head, document);
    const { findings, notes } = judge(text, readings, context.dismiss, () => work.late("judging"));
    return encodeOffsets(text, answer(findings, notes, work), options.offsetEncoding ?? "utf-16");
  } finally {
    work.free();
  }
}

const nothingFound: Detection = { labels: [], spans: [], findings: [], notes: [], outcome: { status: "complete" } };

interface RegionMatch extends Match {
  readonly region: Region;
}

/** Keeps the outermost matches, and turns those that are only shown or warned against into notes. */
function judge(text: string, readings: readonly { region: Region; reading: Reading }[], dismiss: (match: Match, region: Region) => ReturnType<ReturnType<typeof createContext>["dismiss"]>, late: () => boolean): { findings: Finding[]; notes: Note[] } {
  const notes: Note[] = [];
  const active: RegionMatch[] = [];
  for (const { region, reading } of readings) {
    notes.push(...reading.notes);
    for (const match of reading.matches) {
      if (region.shown === undefined) active.push({ ...match, region });
      else notes.push(dismissed(match, region.shown));
    }
  }
  const findings: Finding[] = [];
  for (const match of outermost(active)) {
    if (late()) {
      notes.push({ kind: "undecided", reason: "deadline", message: "time ran out before it was told whether this is only shown", span: match.span, rule: match.rule });
      continue;
    }
    const dismissal = dismiss(match, match.region);
    if (dismissal === null) findings.push(findingOf(text, match));
    else notes.push(dismissed(match, dismissal));
  }
  return { findings, notes: withoutFindings(notes, findings) };
}

/** Notes by position. What is shown in one place and executed from there after all is a finding, not a note. */
function withoutFindings(notes: readonly Note[], findings: readonly Finding[]): Note[] {
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

function findingOf(text: string, { rule, level, span, trace, region }: RegionMatch): Finding {
  const { kind, language, tag } = region;
  return { rule, level: level ?? "finding", span, text: text.slice(span[0], span[1]), snippet: { kind, language, tag }, trace };
}

function dismissed(match: Match, { reason, message, evidence }: NonNullable<Region["shown"]>): Note {
  return { kind: "dismissed", reason, message, span: match.span, rule: match.rule, ...(evidence === undefined ? {} : { evidence }) };
}

function answer(findings: readonly Finding[], notes: readonly Note[], work: Work): Detection {
  const spans = findings.filter((finding) => finding.level === "finding").map((finding) => finding.span);
  return { labels: spans.length > 0 ? ["PS"] : [], spans, findings, notes, outcome: work.outcome() };
}
