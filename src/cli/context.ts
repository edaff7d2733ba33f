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

/** The part of a pool of detector threads that the command line uses. */
export type Threads = Pick<DetectorPool, "detect" | "close">;

/** The part of a detector in child processes that the command line uses. */
export type Isolated = Pick<IsolatedDetector, "detect" | "close">;

/** The functions that create detectors for the commands; tests replace them. */
export interface Toolkit {
  createDetector(rules: RuleChoice): Promise<Detector>;
  /** Returns the properties of the detector for some rules; null if the detector must be created to know them. */
  readonly preview?: (rules: RuleChoice) => Preview | null;
  /** Creates detectors on threads; if absent, one thread analyzes all texts. */
  readonly createPool?: (rules: RuleChoice, jobs: number) => Promise<Threads>;
  /** Creates a detector in child processes; if absent, all texts are analyzed in this process. */
  readonly isolate?: (rules: RuleChoice, processes: number) => Promise<Isolated>;
}

/** The process in which a command runs. */
export interface Context {
  readonly toolkit: Toolkit;
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean; columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Folder of machine-wide configuration files (default: `/etc`, on Windows `%ProgramData%`). */
  readonly machineFolder?: string;
  /** Whether standard input is a pipe, a socket or a file, so that a command may read it without the argument `-`. */
  readonly stdinIsData: boolean;
  /** Whether standard input is /dev/null, which Node.js opens if the process was started without standard input. */
  readonly stdinIsNull?: boolean;
}
