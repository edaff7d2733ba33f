import * as v from "valibot";

/** A setting that a flag, an environment variable or the configuration file can have. */
export interface Setting<T = unknown> {
  readonly schema: v.GenericSchema<unknown, T>;
  readonly default: T;
  readonly description: string;
  /** How a flag or an environment variable is parsed. Items of a list are separated by commas. */
  readonly kind: "text" | "number" | "list";
  /** The placeholder of the value in `--help`. */
  readonly placeholder: string;
  /** Whether the value is a URL whose user, password and query are masked when it is shown. */
  readonly mayHoldCredentials?: boolean;
}

export type Settings = Readonly<Record<string, Setting>>;

/** The type of the values of a table of settings. */
export type Values<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/** Returns the name of a setting's flag, without dashes: `maxTextBytes` → `max-text-bytes`. */
export function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the name of a setting's environment variable: `maxTextBytes` → `CURLEW_MAX_TEXT_BYTES`. */
export function environmentName(key: string): string {
  return `CURLEW_${flagName(key).replaceAll("-", "_").toUpperCase()}`;
}

/** Returns a setting whose value is an integer from `min` to `max`. */
export function integer(
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

/** Returns a setting whose value is a string. */
export function text<T extends string | undefined>(
  schema: v.GenericSchema<unknown, T>,
  fallback: T,
  placeholder: string,
  description: string,
): Setting<T> {
  return { schema, default: fallback, description, kind: "text", placeholder };
}

/**
 * Returns a setting whose value is a list of strings that match a pattern.
 * @param expected description of a valid item, for the message about an item that does not match
 */
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

/** Whether the percent-encoding of the user and the password in a URL is valid. */
function hasDecodableCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Returns a setting whose value is an `http:` or `https:` URL, which may contain a user and a password. */
export function httpUrl(placeholder: string, description: string): Setting<string | undefined> {
  const schema = v.optional(
    v.pipe(
      v.string(),
      v.check((value) => URL.canParse(value) && /^https?:/.test(value), "an http: or https: URL"),
      v.check(hasDecodableCredentials, "percent signs in user and password written as %25"),
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
