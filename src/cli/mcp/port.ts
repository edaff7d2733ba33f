import type { Readable, Writable } from "node:stream";
import type { Profile } from "../../core/index.js";

/** The interface of the package `curlew-mcp`, which is installed only for agents. */
export interface McpPackage {
  serveMcp(options: McpOptions): Promise<void>;
}

export interface Question {
  readonly text: string;
  readonly language?: string | undefined;
  readonly profile?: Profile | undefined;
}

/** Several texts, with names of the client's. */
export interface ManyTexts {
  readonly texts: readonly {
    readonly text: string;
    readonly name?: string | undefined;
    readonly language?: string | undefined;
  }[];
  readonly profile?: Profile | undefined;
}

/** Files, and the folders that they must be in; null if the client names none. */
export interface ManyFiles {
  readonly paths: readonly string[];
  readonly roots: readonly string[] | null;
  readonly profile?: Profile | undefined;
}

/** A skill or other unit, or a folder with some, and the folders in which it may be; null if the client names none. */
export interface SkillQuestion {
  readonly path: string;
  readonly roots: readonly string[] | null;
}

export interface Answer {
  readonly text: string;
  readonly data: Record<string, unknown>;
}

export interface McpOptions {
  readonly version: string;
  check(question: Question, signal: AbortSignal): Promise<Answer>;
  checkTexts(question: ManyTexts, signal: AbortSignal): Promise<Answer>;
  checkFiles(question: ManyFiles, signal: AbortSignal): Promise<Answer>;
  checkSkill(question: SkillQuestion, signal: AbortSignal): Promise<Answer>;
  explain(rule: string): Promise<string>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly onError: (message: string) => void;
}
