import type { DetectOptions } from "../input.js";
import { isProseOnly, type Dismissal, type Note, type Span } from "../model.js";
import { segment, type SegmentOptions } from "../segment/index.js";
import type { Block } from "../segment/block.js";
import type { Place, Region } from "../segment/region.js";
import { powershellCode } from "../shell/flow/powershell-program.js";
import { candidateOf, dismissed, type Candidate } from "./candidate.js";
import { Findings } from "./findings.js";
import type { Observer } from "./observer.js";
import { RegionCache } from "./region-cache.js";
import type { RegionTools } from "./region-reader.js";

/** The results for the regions of a document, before context judges them. */
export interface DocumentFindings {
  readonly document: Block;
  readonly candidates: Candidate[];
  /** The notes on regions, including those on matches that are only shown. */
  readonly notes: Note[];
  /** Adds the blocks of the parts that were not read to `document`, for context. */
  complete(): void;
}

/** Which parts of a document are read. */
export interface ReadParts {
  /** The parts that are not read, because they do not pass the gate. */
  readonly closedParts: readonly Span[];
  /** Whether a part is read although it does not pass the gate. */
  readonly isReadAnyway: (part: string) => boolean;
}

/** Divides a document into regions and evaluates each; then finds the commands that run files which the regions download or write. */
export function readDocument(
  text: string,
  tools: RegionTools,
  options: DetectOptions,
  { closedParts, isReadAnyway }: ReadParts,
  observer: Observer | null,
): DocumentFindings {
  const { services, state } = tools;
  for (const part of closedParts) addUnread(text.slice(...part), tools);
  const { document, regions, complete } = segment(text, {
    ...segmenting(
      tools,
      options,
      (part, shown) => mentions(part, tools, isShown(shown, options.guard)) || isReadAnyway(part),
    ),
    closedParts,
  });
  const cache = new RegionCache(tools);
  const { candidates, notes } = readRegions(regions, cache, tools, observer, options.guard);
  const shared = services.engine.profile === "extended" ? state : state.definitions;
  if (!shared.areNamedElsewhere) return { document, candidates, notes, complete };
  // the advisories so far do not cover the parts that were not read
  const findings = candidates.filter(({ finding }) => finding.level === "finding");
  const runs = runsOfFiles(text, cache, tools, options);
  return { document, candidates: [...findings, ...runs], notes, complete };
}

function segmenting(
  { services, budget }: RegionTools,
  { format }: DetectOptions,
  mentions: SegmentOptions["mentions"],
): SegmentOptions {
  return {
    vocabulary: services.engine.queries.vocabulary,
    mentions,
    powershellCode,
    limits: budget,
    ...formatOf(format),
    ...(ADDRESSED.has(format ?? "")
      ? { addressed: "all" }
      : services.engine.profile === "extended" && { addressed: "definitions" }),
  };
}

/** Formats of texts that a model reads, each with the tag as which it is read. */
const ADDRESSED: ReadonlyMap<string, string> = new Map([
  ["skill", "markdown"],
  ["mcp", "json"],
]);

function formatOf(format: string | undefined): { readonly format?: string } {
  return format === undefined ? {} : { format: ADDRESSED.get(format) ?? format };
}

/**
 * Whether a part of the document passes the gate; if not, records that it is not read. A comment that names a file or function does
 * not use it.
 */
function mentions(part: string, tools: RegionTools, isOnlyShown: boolean): boolean {
  if (tools.services.engine.gate.mentions(part)) return true;
  if (!isOnlyShown) addUnread(part, tools);
  return false;
}

/** Whether nothing in a part counts, because the part is only shown. */
function isShown(shown: Dismissal | undefined, guard = false): shown is Dismissal {
  return shown !== undefined && !(guard && isProseOnly(shown));
}

/** Records a part that is not read: it may run a file that another part writes, or use what another part defines. */
function addUnread(part: string, { services, state }: RegionTools): void {
  if (services.engine.profile === "extended") state.addUnread(part);
  else state.definitions.addUnread(part);
}

/** Returns the candidates of regions, and the notes on them, including those on matches that are only shown. */
function readRegions(
  regions: readonly Region[],
  cache: RegionCache,
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
    const found = cache.read(region);
    const place = placeOf(region);
    for (const match of found.matches) {
      // disabled rules are skipped before the outermost match is selected, so that a match of another rule inside still counts
      if (!isOn(match.rule)) continue;
      observer?.match(match);
      if (isShown(region.shown, guard)) notes.push(dismissed(match, region.shown));
      else candidates.push(candidateOf(match, place, made));
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
  cache: RegionCache,
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
      segmenting(
        tools,
        options,
        (part, shown) =>
          gate.mentions(part) || (!isShown(shown, options.guard) && state.namesOther(part)),
      ),
    );
    const { candidates } = readRegions(regions, cache, tools, null, options.guard);
    // a file with a new name may be run in a part that was not read for the old name
    if (state.nameCount === known || round === MAX_ROUNDS)
      return candidates.filter(
        ({ finding, needsOthers }) => finding.level === "advisory" || needsOthers,
      );
  }
}

/** Maximum number of times that a text is read again for files that get new names. */
const MAX_ROUNDS = 3;

/** Returns a region without its text, which is not needed after it was read. */
function placeOf({ kind, language, tag, start, block, amongText }: Region): Place {
  return { kind, language, tag, start, block, ...(amongText && { amongText }) };
}
