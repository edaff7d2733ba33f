import type { QueryFile } from "../../assets.js";
import { oncePerName } from "../../once.js";
import { queryErrorAt } from "../../query/query-error.js";
import { allMatches, eachMatch } from "../../scan.js";
import {
  ANY_ADDRESS,
  BAD_MARKS,
  CODE,
  COMMAND,
  GOOD_MARKS,
  NAME,
  PAD,
} from "../sentence/mask-characters.js";
import { choice } from "./choice.js";
import { readProse, type Entry } from "./prose-file.js";

/** The names that an expression may use besides the groups and shapes of its language. */
const BUILT_IN: Readonly<Record<string, string>> = {
  command: COMMAND,
  name: NAME,
  pad: PAD,
  address: ANY_ADDRESS,
  code: CODE,
  "bad-mark": `[${BAD_MARKS}]`,
  "good-mark": `[${GOOD_MARKS}]`,
  "word-start": "(?<![a-z0-9-])(?<![a-z0-9]')",
  "word-end": "(?![a-z0-9-])(?!'[a-z])",
};

/** Matches a reference such as `{limits}` or `{verbs.base+verbs.ing}`, but no quantifier and no Unicode property. */
const REFERENCE = /(?<!\\[pPu])\{([a-z][a-z-]*(?:\.[a-z]+)?(?:\+[a-z][a-z-]*(?:\.[a-z]+)?)*)\}/g;

/**
 * Matches `\s+` and `\s*` in an expression, which are replaced by bounded repetitions, so that long runs of whitespace do not make
 * the expression slow. Character classes are matched too, and kept.
 */
const UNBOUNDED_WHITESPACE = /\[(?:\\.|[^\]\\])*\]|\\s[+*]/g;

/** Matches nothing; without the anchor, it would be tried at each position. */
const NOTHING = /^(?!)/g;

/** Returns its arguments, which are names of shapes; the check of the prose files finds such names by this call. */
export function shapeNames(...names: readonly string[]): readonly string[] {
  return names;
}

/**
 * The words and shapes that judge sentences of a language. A shape is an expression for one kind of sentence; a language may lack
 * it. It is compiled when it is first used, and no match state is kept between two uses.
 */
export class Language {
  /**
   * @param tag its name, which is that of its folder: `en`
   * @param choices the sources that match any phrase of some groups, as far as they are known
   */
  constructor(
    readonly tag: string,
    readonly entries: ReadonlyMap<string, Entry>,
    private readonly choices: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** Whether it has words that forbid; a language may have only words of instructions in prose. */
  get judges(): boolean {
    return this.entries.has("negators");
  }

  /** Returns the expression of a shape; one that matches nothing if the language has no such shape. */
  readonly expression = oncePerName((name) => this.compiled(name));
  /** Returns the words of groups, such as `limits` or `prepositions+conjunctions`; none if the language has no such group. */
  readonly list = oncePerName((names): readonly string[] =>
    names.split("+").flatMap((name) => this.group(name)),
  );
  private readonly choice = oncePerName(
    (names): string => this.choices.get(names) ?? choice(this.list(names)),
  );
  private readonly set = oncePerName((names): ReadonlySet<string> => new Set(this.list(names)));

  /**
   * Whether a word is in one of some groups. `verbs.base` means the base forms of the group `verbs`, `verbs.executes` all forms of its
   * verbs with that mark.
   */
  has(groups: string, word: string): boolean {
    return this.set(groups).has(word);
  }

  /** Whether a shape matches in a text. */
  test(shape: string, text: string): boolean {
    const expression = this.expression(shape);
    expression.lastIndex = 0;
    return expression.test(text);
  }

  /** Returns the first match of a shape, or null. A global shape is searched from `from` on; a sticky shape must match there. */
  exec(shape: string, text: string, from = 0): RegExpExecArray | null {
    const expression = this.expression(shape);
    expression.lastIndex = from;
    return expression.exec(text);
  }

  /** Returns all matches of a global shape. */
  all(shape: string, text: string): RegExpExecArray[] {
    return allMatches(text, this.expression(shape));
  }

  /** Yields the matches of a global shape one by one, for callers that may not need all of them. */
  each(shape: string, text: string): Iterable<RegExpExecArray> {
    return eachMatch(text, this.expression(shape));
  }

  /**
   * Returns the whole expression of a shape, with its references replaced.
   * @throws QueryError if it refers to an unknown name
   */
  source({ file, start, source }: Extract<Entry, { kind: "shape" }>): string {
    return source.replace(REFERENCE, (written, names: string) => {
      const inner = this.entries.get(names);
      if (inner?.kind === "shape") return this.source(inner);
      const built = BUILT_IN[names];
      if (built !== undefined) return built;
      const missing = names.split("+").find((name) => !this.entries.has(name.split(".")[0] ?? ""));
      if (missing === undefined) return this.choice(names);
      const advice = `define ${written} in a file of this folder`;
      throw queryErrorAt(
        file,
        start,
        "query-name",
        `there is no group or shape "${missing}"`,
        advice,
      );
    });
  }

  /** Returns the sources of the groups to which shapes refer, by their names in the references. */
  choicesOfShapes(): ReadonlyMap<string, string> {
    const names = [...this.entries.values()].flatMap((entry) =>
      entry.kind === "shape"
        ? Array.from(entry.source.matchAll(REFERENCE), ([, each = ""]) => each)
        : [],
    );
    const groups = names.filter(
      (each) => BUILT_IN[each] === undefined && this.entries.get(each)?.kind !== "shape",
    );
    return new Map(groups.map((each) => [each, this.choice(each)]));
  }

  private group(name: string): readonly string[] {
    const [group = "", form] = name.split(".");
    const entry = this.entries.get(group);
    if (entry?.kind === "words")
      return entry.words.map((phrase) =>
        phrase.replace(REFERENCE, (written, key: string) => BUILT_IN[key] ?? written),
      );
    if (entry?.kind !== "verbs") return [];
    const at = ["base", "ing", "participle"].indexOf(form ?? "");
    return entry.verbs.flatMap(({ forms, marks }) =>
      at >= 0 ? forms.slice(at, at + 1) : marks.includes(form ?? "") ? forms : [],
    );
  }

  private compiled(name: string): RegExp {
    const entry = this.entries.get(name);
    if (entry?.kind !== "shape") return NOTHING;
    const source = this.source(entry).replace(UNBOUNDED_WHITESPACE, (found) =>
      found.startsWith("[") ? found : found === "\\s+" ? "\\s{1,60}" : "\\s{0,60}",
    );
    try {
      return new RegExp(source, entry.flags);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw queryErrorAt(
        entry.file,
        entry.start,
        "query-syntax",
        `"${name}" is not a valid expression (${reason})`,
        "correct it",
      );
    }
  }
}

/**
 * Returns the languages of some files, by their folders: `prose/en/limits.prose`.
 * @throws QueryError for the first error
 */
export function languagesOf(files: readonly QueryFile[]): ReadonlyMap<string, Language> {
  const tags = new Set(files.map(languageTag).filter((tag) => tag !== anyLanguage));
  return new Map([...tags].map((tag) => [tag, new Language(tag, readProse(filesOf(tag, files)))]));
}

/**
 * Returns languages as a text that {@link languagesIn} reads, since reading their files, and joining their phrases, takes longer than
 * analyzing most texts.
 */
export function languagesAsText(languages: readonly Language[]): string {
  const bare = ([name, entry]: readonly [string, Entry]): [string, Entry] => [
    name,
    { ...entry, file: { ...entry.file, text: "" } },
  ];
  return JSON.stringify(
    languages.map((language) => [
      language.tag,
      [...language.entries].map(bare),
      [...language.choicesOfShapes()],
    ]),
  );
}

export function languagesIn(text: string): Language[] {
  type Written = [tag: string, entries: [string, Entry][], choices: [string, string][]];
  return (JSON.parse(text) as Written[]).map(
    ([tag, entries, choices]) => new Language(tag, new Map(entries), new Map(choices)),
  );
}

/** The folder of words and shapes for every language: marks, punctuation, markup. */
export const anyLanguage = "any";

/** Returns the files of a language, with those for every language. */
export function filesOf(tag: string, files: readonly QueryFile[]): QueryFile[] {
  return files.filter((file) => languageTag(file) === tag || languageTag(file) === anyLanguage);
}

/** Returns the tag of the language that a file is for: the name of its folder. */
export function languageTag({ path }: Pick<QueryFile, "path">): string {
  return path.replaceAll("\\", "/").split("/").at(-2) ?? "";
}
