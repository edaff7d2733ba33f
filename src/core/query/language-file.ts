import { grammarNames, isNamingGrammar, type QueryFile, type Registry } from "../assets.js";
import { fileName, containsBlank } from "../scan.js";
import { queryErrorAt, type QueryErrorCode } from "./query-error.js";
import { JsonReader, type JsonToken } from "./json-reader.js";
import { nearest } from "./nearest-word.js";
import { placeOf } from "./pattern.js";
import type { PatternSource, PredicateSource } from "./read-patterns.js";
import type { Role } from "./role.js";
import { readSettings } from "./settings.js";

/** Names of a language whose calls are identified by names, and their role. */
export interface NamePattern {
  readonly source: PatternSource;
  /** The role, by its capture. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly names: readonly string[];
}

/** Converts a pattern of a grammar that consists of names to the form of a language without a grammar. */
export function namePatternOf(
  { source, roles }: Pick<NamePattern, "source" | "roles">,
  names: readonly string[],
): NamePattern {
  return { source, roles, names };
}

/** Returns the language of a file of names; null for a file of patterns. */
export function languageOf({ path }: QueryFile): string | null {
  return path.endsWith(".json") ? fileName(path).slice(0, -".json".length) : null;
}

/**
 * Reads the names of a language without a grammar: `{ "patterns": [{ "example": "system(\"…\")", "capture": "inject.shell",
 * "names": ["system"], "set": { } }] }`.
 * @throws QueryError for the first error
 */
export function readLanguageFile(file: QueryFile, registry: Registry): NamePattern[] {
  const languages = Object.keys(registry.languages ?? {});
  const language = languageOf(file) ?? "";
  const advice = `write patterns instead of names: ${language}/mine.scm`;
  if (grammarNames.some((name) => name === language) && !isNamingGrammar(language))
    throw queryErrorAt(file, 0, "query-path", `${language} has a grammar`, advice);
  if (!languages.includes(language))
    throw queryErrorAt(
      file,
      0,
      "query-path",
      `there is no language ${language}`,
      `name the file for one of ${languages.join(", ")}`,
    );
  const reader = new JsonReader(file);
  const patterns: NamePattern[] = [];
  const start = reader.object((key) => {
    checkKey(file, key, ["patterns"]);
    reader.array(() => {
      patterns.push(new PatternReader(file, reader, registry).read());
    });
  });
  reader.end();
  if (patterns.length === 0)
    throw queryErrorAt(
      file,
      start.start,
      "query-syntax",
      "this file contains no pattern",
      'write { "patterns": [ … ] }',
    );
  return patterns;
}

/** The captures from which a finding in a language without a grammar gets its rule, because no shape names one. */
const OF_SOURCES: ReadonlySet<string> = new Set([
  "source.decoder",
  "source.decoder.method",
  "source.fetch",
  "source.address",
]);

class PatternReader {
  private example: JsonToken | null = null;
  private capture: JsonToken | null = null;
  private readonly names: JsonToken[] = [];
  private readonly set: PredicateSource[] = [];

  constructor(
    private readonly file: QueryFile,
    private readonly reader: JsonReader,
    private readonly registry: Registry,
  ) {}

  read(): NamePattern {
    const open = this.reader.object((key) => {
      this.part(key);
    });
    const { capture, names } = this;
    if (capture === null)
      throw this.refused(
        open,
        "query-capture",
        "this pattern captures nothing, so it does nothing",
        'add "capture"',
      );
    if (names.length === 0)
      throw this.refused(open, "query-name", `@${capture.value} has no names`, 'add "names"');
    if (this.example === null || this.example.value === "")
      throw this.refused(
        open,
        "query-syntax",
        "this pattern has no example",
        'add "example" with a line of the language',
      );
    this.checkCapture(capture);
    for (const name of names) this.checkName(capture, name);
    const token = {
      kind: "capture",
      value: capture.value,
      start: capture.start,
      end: capture.end,
    } as const;
    const source = {
      file: this.file,
      start: open.start,
      end: open.end,
      comment: this.example.value,
      captures: [token],
      predicates: this.set,
      tokens: [],
    };
    const settings = readSettings(source, [token], this.registry).get(capture.value) ?? {};
    const role: Role = {
      capture: capture.value,
      settings,
      rule: settings["rule"] ?? null,
      pattern: placeOf(source),
    };
    if (role.rule === null && OF_SOURCES.has(role.capture))
      throw this.refused(
        capture,
        "query-rule",
        `@${role.capture} has no rule for its findings`,
        'add "set": { "rule": "acme/no-eval" }',
      );
    return {
      source,
      roles: new Map([[role.capture, role]]),
      names: names.map(({ value }) => value),
    };
  }

  private part(key: JsonToken): void {
    checkKey(this.file, key, ["example", "capture", "names", "set"]);
    if (key.value === "example") this.example = this.reader.string();
    else if (key.value === "capture") this.capture = this.reader.string();
    else if (key.value === "names") {
      this.reader.array(() => {
        this.names.push(this.reader.string());
      });
    } else {
      this.reader.object((setting) => {
        const value = this.reader.string();
        const operands = [setting, value].map(
          (each) =>
            ({ kind: "string", value: each.value, start: each.start, end: each.end }) as const,
        );
        this.set.push({ operator: "set!", operands, start: setting.start, end: value.end });
      });
    }
  }

  private checkCapture(capture: JsonToken): void {
    const legal = Object.entries(this.registry.captures).flatMap(([name, entry]) =>
      entry.languages === true ? [name] : [],
    );
    if (legal.includes(capture.value)) return;
    const problem = Object.hasOwn(this.registry.captures, capture.value)
      ? `@${capture.value} is not available for a language without a grammar`
      : `unknown capture @${capture.value}`;
    throw this.refused(capture, "query-capture", problem, nearest(capture.value, legal, "@"));
  }

  private checkName(capture: JsonToken, name: JsonToken): void {
    const { value } = name;
    if (value === "") throw this.refused(name, "query-name", "a name is empty", "remove it");
    if (containsBlank(value))
      throw this.refused(
        name,
        "query-name",
        `"${value}" contains a space, and a name cannot`,
        "write each name in its own quotes",
      );
    if (this.names.some((other) => other !== name && other.value === value))
      throw this.refused(name, "query-name", `"${value}" is listed twice`, "keep one of the two");
    const dotted = value.replace(/::|->/g, ".");
    if (dotted !== value)
      throw this.refused(
        name,
        "query-name",
        `"${value}" can never match: names are separated by dots`,
        `write "${dotted}"`,
      );
    if (capture.value.endsWith(".method") && value.includes("."))
      throw this.refused(
        name,
        "query-name",
        `"${value}" can never match: a method is identified by its last name`,
        `write "${value.slice(value.lastIndexOf(".") + 1)}"`,
      );
  }

  private refused(
    { start }: JsonToken,
    code: QueryErrorCode,
    problem: string,
    advice: string,
  ): Error {
    return queryErrorAt(this.file, start, code, problem, advice);
  }
}

function checkKey(file: QueryFile, key: JsonToken, legal: readonly string[]): void {
  if (!legal.includes(key.value))
    throw queryErrorAt(
      file,
      key.start,
      "query-syntax",
      `unknown key "${key.value}"`,
      `use ${legal.map((each) => `"${each}"`).join(", ")}`,
    );
}
