import type { Readable, Writable } from "node:stream";
import type { Detection, OffsetEncoding, OwnQueries, Profile, Rule, Stages } from "../core/index.js";
import type { DetectorPool } from "../host/node.js";
import type { RuleChoice } from "./rules.js";

/** The part of a detector that the command line uses. */
export interface Detector {
  detect(text: string, options?: { offsetEncoding?: OffsetEncoding; deadlineMs?: number; format?: string }): Detection;
  explain(text: string, options?: { format?: string }): Stages;
  readonly revision: { readonly package: string; readonly profile: Profile; readonly queries: string };
  readonly rules: readonly Rule[];
  readonly disabledRules: readonly string[];
  readonly ownQueries: OwnQueries;
}

/** Detectors on threads, as far as the command line uses them. */
export type Threads = Pick<DetectorPool, "detect" | "close">;

/** What the commands need from the host; tests bring stand-ins. */
export interface Toolkit {
  createDetector(options: RuleChoice): Promise<Detector>;
  /** Detectors on threads; where it is absent, one thread does all. */
  readonly createPool?: (rules: RuleChoice, jobs: number) => Promise<Threads>;
}

/** The process around a command. */
export interface Context {
  readonly toolkit: Toolkit;
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean; columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether standard input is a pipe, a socket or a file, so that it can be meant without being named. */
  readonly stdinIsData: boolean;
}
