import type { Readable, Writable } from "node:stream";
import type { Profile } from "../../core/index.js";

/** The interface of the package `curlew-mcp`, which is installed only for agents. */
export interface McpPackage {
  serveMcp(options: McpOptions): Promise<void>;
}

/** A text to check. */
export interface Question {
  readonly text: string;
  readonly language?: string | undefined;
  readonly profile?: Profile | undefined;
}

/** Several texts to check, with names that the client chose. */
export interface ManyTexts {
  readonly texts: readonly {
    readonly text: string;
    readonly name?: string | undefined;
    readonly language?: string | undefined;
  }[];
  readonly profile?: Profile | undefined;
}

/** Several files to check. */
export interface ManyFiles {
  readonly paths: readonly string[];
  /** The files must be in one of these folders; null if the client names none. */
  readonly roots: readonly string[] | null;
  readonly profile?: Profile | undefined;
}

/** A path whose units are checked. */
export interface SkillQuestion {
  /** A skill or other unit, or a folder that contains units. */
  readonly path: string;
  /** The path must be in one of these folders; null if the client names none. */
  readonly roots: readonly string[] | null;
}

/** A response to the client. */
export interface Answer {
  /** The result as text for the model. */
  readonly text: string;
  /** The result as structured data. */
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
