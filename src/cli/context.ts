import type { Readable, Writable } from "node:stream";
import type {
  Detection,
  GateWord,
  OffsetEncoding,
  OwnQueries,
  Profile,
  InsertedComment,
  Rule,
  Stages,
} from "../core/index.js";
import type { DetectorPool, IsolatedDetector } from "../host/node.js";
import type { RuleChoice } from "./rule-choice.js";

/** The part of a detector that the command line uses. */
export interface Detector {
  detect(
    text: string,
    options?: {
      offsetEncoding?: OffsetEncoding;
      deadlineMs?: number;
      format?: string;
      guard?: boolean;
    },
  ): Detection;
  explain(text: string, options?: { format?: string }): Stages;
  takesComment(text: string, tag: string, comment: InsertedComment): boolean | null;
  readonly revision: {
    readonly package: string;
    readonly profile: Profile;
    readonly queries: string;
  };
  readonly rules: readonly Rule[];
  readonly disabledRules: readonly string[];
  readonly ownQueries: OwnQueries;
}

/** The properties of a detector that are known before it is created. */
export interface Preview
  extends Pick<Detector, "revision" | "rules" | "disabledRules" | "ownQueries"> {
  readonly gateWords: readonly GateWord[];
  readonly instructionWords: string;
}

/** Detectors on threads, as far as the command line uses them. */
export type Threads = Pick<DetectorPool, "detect" | "close">;

/** A detector in child processes, as far as the command line uses it. */
export type Isolated = Pick<IsolatedDetector, "detect" | "close">;

/** The environment of the commands; tests replace it. */
export interface Toolkit {
  createDetector(rules: RuleChoice): Promise<Detector>;
  /** The properties of the detector for some rules; null if it must be created to know them. */
  readonly preview?: (rules: RuleChoice) => Preview | null;
  /** Detectors on threads; if absent, one thread analyzes all texts. */
  readonly createPool?: (rules: RuleChoice, jobs: number) => Promise<Threads>;
  /** A detector in child processes; if absent, all texts are analyzed in this process. */
  readonly isolate?: (rules: RuleChoice, processes: number) => Promise<Isolated>;
}

/** The process around a command. */
export interface Context {
  readonly toolkit: Toolkit;
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean; columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Folder of the machine's configuration; where absent `/etc`, on Windows `%ProgramData%`. */
  readonly machineFolder?: string;
  /** Whether standard input is a pipe, a socket or a file, so that it can be an input without being named. */
  readonly stdinIsData: boolean;
  /** Whether standard input is /dev/null, which a process gets that is started with a closed one. */
  readonly stdinIsNull?: boolean;
}
