import * as v from "valibot";

/** One thing that can be configured: by flag, by environment or in the file. */
export interface Setting<T = unknown> {
  readonly schema: v.GenericSchema<unknown, T>;
  readonly default: T;
  readonly description: string;
  /** How a flag or an environment variable is parsed. Items of a list are separated by commas. */
  readonly kind: "text" | "number" | "list";
  /** The placeholder of the value in `--help`. */
  readonly placeholder: string;
  /** A URL whose user and password are masked when shown. */
  readonly mayHoldCredentials?: boolean;
}

export type Settings = Readonly<Record<string, Setting>>;

/** The values that belong to a table of settings. */
export type Values<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/** `maxTextBytes` → `max-text-bytes`. */
export function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `maxTextBytes` → `CURLEW_MAX_TEXT_BYTES`. */
export function environmentName(key: string): string {
  return `CURLEW_${flagName(key).replaceAll("-", "_").toUpperCase()}`;
}

/** A whole number within bounds. */
export function whole(
  min: number,
  max: number,
  fallback: number,
  placeholder: string,
  description: string,
): Setting<number> {
  const fits = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  const schema = v.pipe(v.number(), v.check(fits, `a whole number from ${min} to ${max}`));
  return { schema, default: fallback, description, kind: "number", placeholder };
}

export function text<T extends string | undefined>(
  schema: v.GenericSchema<unknown, T>,
  fallback: T,
  placeholder: string,
  description: string,
): Setting<T> {
  return { schema, default: fallback, description, kind: "text", placeholder };
}

/** @param expected description of a valid item, for the message about one that does not match */
export function list(
  pattern: RegExp,
  expected: string,
  fallback: string[],
  placeholder: string,
  description: string,
): Setting<string[]> {
  const schema = v.array(
    v.pipe(
      v.string(),
      v.check((value) => pattern.test(value), expected),
    ),
  );
  return { schema, default: fallback, description, kind: "list", placeholder };
}

/** Whether user and password of an address are correctly encoded. */
function hasReadableUser(address: string): boolean {
  const { username, password } = new URL(address);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** An `http:` or `https:` address, which may contain a user and a password. */
export function address(placeholder: string, description: string): Setting<string | undefined> {
  const schema = v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => URL.canParse(value) && /^https?:/.test(value),
        "an http: or https: address",
      ),
      v.check(hasReadableUser, "percent signs in user and password written as %25"),
    ),
  );
  return {
    schema,
    default: undefined,
    description,
    kind: "text",
    placeholder,
    mayHoldCredentials: true,
  };
}
