import type { Node, Tree } from "web-tree-sitter";
import type { CodeTools } from "./code/tools.js";
import type { GrammarName } from "./assets.js";
import type { Engine } from "./engine.js";
import type { Limit, Outcome, Span } from "./model.js";
import { ParseScope } from "./parse/scope.js";
import type { Source } from "./source.js";

/** What one detection uses up and must give back: trees, time, and the bounds that were hit. */
export class Work {
  private readonly limits: Limit[] = [];
  private readonly scope: ParseScope;
  /** The part of the document being read, for limits that have no place of their own. */
  private current: Span = [0, 0];

  constructor(
    readonly engine: Engine,
    readonly text: string,
    deadlineMs: number | undefined,
  ) {
    const deadline = deadlineMs === undefined ? Infinity : Date.now() + deadlineMs;
    this.scope = new ParseScope(engine.parsers, deadline, (limit, message) => {
      this.limit(limit, message, this.current);
    });
  }

  /** The text up to a size; what lies beyond is reported as not analysed. */
  within(text: string, length: number): string {
    if (text.length <= length) return text;
    this.limit("size", `only the first ${String(length)} characters were analysed`, [length, text.length]);
    return text.slice(0, length);
  }

  /** Says which part of the document is read from now on. */
  enter(source: Source): void {
    this.current = source.origin(0, source.text.length);
  }

  expired(): boolean {
    return this.scope.expired();
  }

  parse(language: GrammarName, text: string): Tree | null {
    return this.scope.parse(language, text);
  }

  /** What `use` makes of a shell text's tree; null where a bound was hit. */
  withShellTree<T>(text: string, use: (tree: Tree) => T): T | null {
    return this.scope.with("bash", text, use);
  }

  /** The rules that the shell's patterns gave to nodes, by node id. */
  rules(root: Node): ReadonlyMap<number, string> {
    const rules = new Map<number, string>();
    const { matches } = this.engine.queries.matches("bash", root, { ruled: true, stop: () => this.expired() });
    for (const { captures, settings } of matches) {
      if (settings.rule === undefined) continue;
      for (const { node } of captures) rules.set(node.id, settings.rule);
    }
    return rules;
  }

  /** Offsets of fetchers and interpreters in a text that is too wild to be parsed. */
  *commandStarts(text: string): Generator<number> {
    for (const match of text.matchAll(/(?<![\w.$/-])[\w./-]+/g)) {
      const name = match[0].slice(match[0].lastIndexOf("/") + 1);
      const { vocabulary } = this.engine;
      if (vocabulary.has("source.fetcher", name) || vocabulary.has("sink.interpreter", name) || vocabulary.has("sink.builtin", name)) yield match.index;
    }
  }

  /** What the code stage needs, lent for this detection. */
  codeTools(stdinIsRemote: boolean): CodeTools {
    const { profile, queries } = this.engine;
    return {
      profile,
      stdinIsRemote,
      vocabulary: (language) => queries.vocabularyOf(language),
      parse: (language, text) => this.parse(language, text),
    };
  }

  /** Records a bound that was hit; the same one in the same place counts once. */
  limit(limit: Limit["limit"], message: string, span: Span): void {
    const known = this.limits.some((entry) => entry.limit === limit && entry.span[0] === span[0] && entry.span[1] === span[1]);
    if (!known) this.limits.push({ limit, message, span });
  }

  outcome(): Outcome {
    return this.limits.length === 0 ? { status: "complete" } : { status: "incomplete", limits: this.limits };
  }

  free(): void {
    this.scope.free();
  }
}
