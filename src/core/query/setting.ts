import type { Token } from "./query-tokens.js";

/** A setting in a pattern. */
export interface Setting {
  readonly key: Token;
  readonly value: Token;
}

/** The settings of one capture, by key. */
export type OwnSettings = ReadonlyMap<string, Setting>;
