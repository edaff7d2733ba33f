import type { GrammarName } from "../assets.js";
import { languageOf } from "../languages/index.js";
import type { Dismissal, Finding, Match, Note } from "../model.js";
import type { Captured } from "../query/captured-roles.js";
import type { Roles } from "../query/role.js";
import type { Block, BlockKind } from "../segment/block.js";
import type { Region } from "../segment/region.js";
import type { Source } from "../source.js";
import type { Capture, Judgement, RegionStages, SearchedTree } from "./stages.js";

/** Receives the result of each stage while a text is read. */
export interface Observer {
  /** Segment: a region that is about to be read. */
  region(region: Region): void;
  /** Parse and query: a tree that was searched; `source` maps back to the document, if the text is in it. */
  searched(
    language: GrammarName,
    text: string,
    whole: boolean,
    captured: Captured,
    source: Source | null,
  ): void;
  /** Query: the roles of a name according to patterns that consist only of words. */
  named(name: string, roles: Roles): void;
  /** Resolve: a match in the current region. */
  match(match: Match): void;
  note(note: Note): void;
  /** Context: why a match is dismissed, or null if it is not. */
  judged(finding: Finding, dismissal: Dismissal | null): void;
  /** The number of evaluation steps for the whole text. */
  spent(steps: number): void;
}

/** A region that is still being read. */
interface OpenRegion extends RegionStages {
  readonly trees: SearchedTree[];
  readonly names: Capture[];
  readonly matches: Match[];
  readonly notes: Note[];
}

/** Keeps the results of all stages. */
export class Recorder implements Observer {
  readonly regions: OpenRegion[] = [];
  readonly judgements: Judgement[] = [];
  steps = 0;

  spent(steps: number): void {
    this.steps = steps;
  }

  region({ kind, language, tag, source, block, shown }: Region): void {
    this.regions.push({
      kind,
      language,
      tag,
      calls: languageOf(tag)?.calls ?? null,
      span: source.origin(0, source.text.length),
      text: source.text,
      blocks: kindsOf(block),
      shown: shown ?? null,
      trees: [],
      names: [],
      matches: [],
      notes: [],
    });
  }

  searched(
    language: GrammarName,
    text: string,
    whole: boolean,
    captured: Captured,
    source: Source | null,
  ): void {
    const captures = [...captured.places()].flatMap(({ start, end, roles }) => {
      const place = { word: text.slice(start, end), span: source?.origin(start, end) ?? null };
      return roles.map(({ capture, pattern }) => ({ role: capture, ...place, pattern }));
    });
    this.regions.at(-1)?.trees.push({ language, text, whole, captures });
  }

  named(name: string, roles: Roles): void {
    const names = this.regions.at(-1)?.names;
    if (names?.some(({ word }) => word === name) === false)
      names.push(
        ...roles.map(({ capture, pattern }) => ({
          role: capture,
          word: name,
          span: null,
          pattern,
        })),
      );
  }

  match(match: Match): void {
    this.regions.at(-1)?.matches.push(match);
  }

  note(note: Note): void {
    this.regions.at(-1)?.notes.push(note);
  }

  judged({ rule, span }: Finding, dismissal: Dismissal | null): void {
    this.judgements.push({ rule, span, dismissal });
  }
}

function kindsOf(block: Block): BlockKind[] {
  return [...(block.parent === null ? [] : kindsOf(block.parent)), block.kind];
}
