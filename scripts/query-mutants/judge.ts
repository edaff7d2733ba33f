import { Language } from "web-tree-sitter";
import {
  createDetector,
  QueryError,
  type Assets,
  type Detector,
  type Profile,
} from "../../src/core/index.js";
import { holding, type Case } from "./cases.js";
import type { Mutant } from "./mutants.js";

/** `noticed`: some case has another answer; `refused`: no detector can be created; `survivor`: nothing changes. */
export type Verdict = "noticed" | "refused" | "survivor";

/** The result for a mutant, and the number of cases that contain the missing part, or may. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly cases: number;
}

/** Shares the grammars between the detectors of one process: loading them takes longest. */
function shareGrammars(): void {
  const load = Language.load.bind(Language);
  const loaded = new Map<unknown, Promise<Language>>();
  Language.load = (input) => {
    const language = loaded.get(input) ?? load(input);
    loaded.set(input, language);
    return language;
  };
}

/** Finds out whether the answer to any case changes without a mutant's missing part. */
export class Judge {
  private readonly usual = new Map<Profile, Promise<Detector>>();
  private readonly expected = new Map<Case, string>();
  /** By folder of queries: the cases that recently noticed a mutant, which are tried first if any case may notice it. */
  private readonly keen = new Map<string, Case[]>();

  constructor(
    private readonly assets: Assets,
    private readonly cases: readonly Case[],
  ) {
    shareGrammars();
  }

  async judge(mutant: Mutant): Promise<Judgement> {
    const affected = mutant.words === null ? this.cases : holding(this.cases, mutant.words);
    const cases = affected.filter(({ profile }) =>
      profilesThatLoad(mutant.path).includes(profile),
    ).length;
    for (const profile of profilesThatLoad(mutant.path)) {
      const some = affected.filter((one) => one.profile === profile);
      const verdict = await this.verdictOf(
        mutant,
        profile,
        mutant.words === null ? this.keenFirst(mutant.path, some) : some,
      );
      if (verdict !== "survivor") return { verdict, cases };
    }
    return { verdict: "survivor", cases };
  }

  private async verdictOf(
    mutant: Mutant,
    profile: Profile,
    cases: readonly Case[],
  ): Promise<Verdict> {
    const usual = await this.detector(profile);
    const others = this.assets.queries.filter(({ path }) => path !== mutant.path);
    // a file without any pattern is rejected: its last pattern is tested by leaving out the file
    const queries = isEmpty(mutant)
      ? others
      : [...others, { path: mutant.path, text: mutant.text }];
    try {
      // a query is compiled when it is needed; an invalid mutant is reported then
      const detector = await createDetector({
        assets: { ...this.assets, queries, proven: queries },
        profile,
      });
      try {
        const noticing = cases.find(
          (one) => answerOf(detector, one) !== this.expectedOf(usual, one),
        );
        if (noticing === undefined) return "survivor";
        this.remember(mutant.path, noticing);
        return "noticed";
      } finally {
        detector.dispose();
      }
    } catch (error) {
      if (error instanceof QueryError) return "refused";
      throw error;
    }
  }

  private detector(profile: Profile): Promise<Detector> {
    const detector = this.usual.get(profile) ?? createDetector({ assets: this.assets, profile });
    this.usual.set(profile, detector);
    return detector;
  }

  private expectedOf(usual: Detector, one: Case): string {
    const known = this.expected.get(one) ?? answerOf(usual, one);
    this.expected.set(one, known);
    return known;
  }

  private keenFirst(path: string, cases: readonly Case[]): readonly Case[] {
    const keen = (this.keen.get(folderOf(path)) ?? []).filter((one) => cases.includes(one));
    return [...keen, ...cases];
  }

  private remember(path: string, noticing: Case): void {
    const keen = this.keen.get(folderOf(path)) ?? [];
    this.keen.set(
      folderOf(path),
      [noticing, ...keen.filter((one) => one !== noticing)].slice(0, 100),
    );
  }
}

/** Returns the profiles that load a file: the contract's files belong to both. */
function profilesThatLoad(path: string): readonly Profile[] {
  return path.startsWith("extended/") ? ["extended"] : ["contract", "extended"];
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Whether a file of patterns contains only comments. */
function isEmpty({ path, text }: Mutant): boolean {
  return path.endsWith(".scm") && /^(?:\s|;.*)*$/.test(text);
}

/** Returns the answer that a mutant has to change: labels, spans, rules, and decoded payloads. */
function answerOf(detector: Detector, { text }: Case): string {
  const { labels, findings } = detector.detect(text);
  return JSON.stringify([
    labels,
    findings.map(({ rule, level, span, payload }) => [rule, level, span, payload ?? null]),
  ]);
}
