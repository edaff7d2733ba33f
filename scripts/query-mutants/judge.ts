import { Language } from "web-tree-sitter";
import {
  createDetector,
  QueryError,
  type Assets,
  type Detector,
  type Profile,
} from "../../src/core/index.js";
import { casesWith, type Case } from "./cases.js";
import type { Mutant } from "./mutants.js";

/** `noticed`: the answer to a case changes; `refused`: a query of the mutant is invalid; `survivor`: no answer changes. */
export type Verdict = "noticed" | "refused" | "survivor";

/** The result for a mutant, and the number of cases whose answer could change. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly cases: number;
}

/** Caches the loaded grammars, so that the detectors of this process share them: loading takes longer than anything else. */
function shareGrammars(): void {
  const load = Language.load.bind(Language);
  const loaded = new Map<unknown, Promise<Language>>();
  Language.load = (input) => {
    const language = loaded.get(input) ?? load(input);
    loaded.set(input, language);
    return language;
  };
}

/** Decides for each mutant whether the answer to a case changes. */
export class Judge {
  /** The detectors with the unchanged query files. */
  private readonly unchanged = new Map<Profile, Promise<Detector>>();
  private readonly expected = new Map<Case, string>();
  /** The cases that recently noticed a mutant, by the folder of its file. Tried first if a mutant can change the answer to any case. */
  private readonly recent = new Map<string, Case[]>();

  constructor(
    private readonly assets: Assets,
    private readonly cases: readonly Case[],
  ) {
    shareGrammars();
  }

  async judge(mutant: Mutant): Promise<Judgement> {
    const affected = mutant.words === null ? this.cases : casesWith(this.cases, mutant.words);
    const cases = affected.filter(({ profile }) =>
      profilesThatLoad(mutant.path).includes(profile),
    ).length;
    for (const profile of profilesThatLoad(mutant.path)) {
      const some = affected.filter((one) => one.profile === profile);
      const verdict = await this.verdictOf(
        mutant,
        profile,
        mutant.words === null ? this.recentFirst(mutant.path, some) : some,
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
    const unchanged = await this.detector(profile);
    const others = this.assets.queries.filter(({ path }) => path !== mutant.path);
    // A file without patterns would be rejected, so the whole file is omitted.
    const queries = isEmpty(mutant)
      ? others
      : [...others, { path: mutant.path, text: mutant.text }];
    try {
      // Queries are compiled when they are first needed, so detection may also throw a QueryError.
      const detector = await createDetector({
        assets: { ...this.assets, queries, proven: queries },
        profile,
      });
      try {
        const noticing = cases.find(
          (one) => answerOf(detector, one) !== this.expectedOf(unchanged, one),
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
    const detector =
      this.unchanged.get(profile) ?? createDetector({ assets: this.assets, profile });
    this.unchanged.set(profile, detector);
    return detector;
  }

  private expectedOf(unchanged: Detector, one: Case): string {
    const known = this.expected.get(one) ?? answerOf(unchanged, one);
    this.expected.set(one, known);
    return known;
  }

  private recentFirst(path: string, cases: readonly Case[]): readonly Case[] {
    const recent = (this.recent.get(folderOf(path)) ?? []).filter((one) => cases.includes(one));
    return [...recent, ...cases];
  }

  private remember(path: string, noticing: Case): void {
    const recent = this.recent.get(folderOf(path)) ?? [];
    this.recent.set(
      folderOf(path),
      [noticing, ...recent.filter((one) => one !== noticing)].slice(0, 100),
    );
  }
}

/** Returns the profiles that load a file. Both profiles load the files of the contract. */
function profilesThatLoad(path: string): readonly Profile[] {
  return path.startsWith("extended/") ? ["extended"] : ["contract", "extended"];
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Whether a mutant of a .scm file contains only comments. */
function isEmpty({ path, text }: Mutant): boolean {
  return path.endsWith(".scm") && /^(?:\s|;.*)*$/.test(text);
}

/** Returns the part of an answer that is compared: labels, spans, rules, levels and decoded payloads. */
function answerOf(detector: Detector, { text }: Case): string {
  const { labels, findings } = detector.detect(text);
  return JSON.stringify([
    labels,
    findings.map(({ rule, level, span, payload }) => [rule, level, span, payload ?? null]),
  ]);
}
