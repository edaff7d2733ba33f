import type { Readable, Writable } from "node:stream";
import type { Assets, Detection, OffsetEncoding, Profile } from "../core/index.js";

/** The part of a detector that the command line uses. */
export interface Detector {
  detect(text: string, options?: { offsetEncoding?: OffsetEncoding; deadlineMs?: number; format?: string }): Detection;
  readonly revision: { readonly package: string; readonly profile: Profile; readonly queries: string };
}

/** What the commands need from the host; tests bring stand-ins. */
export interface Toolkit {
  createDetector(options: { profile: Profile; queriesDir?: string }): Promise<Detector>;
  loadAssets(options: { queriesDir?: string }): Promise<Assets>;
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
