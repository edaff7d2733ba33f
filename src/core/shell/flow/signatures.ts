import type { Argument } from "./argument.js";
import type { CodeText, Remote, Stream } from "./stream.js";
import type { Value } from "./values.js";

/** Returns the fields as one text, each prefixed by its length, so that different lists have different texts. */
export function fields(
  ...parts: readonly (string | number | boolean | null | undefined)[]
): string {
  return parts
    .map((part) => {
      if (part === undefined || part === null) return "~";
      const text = String(part);
      return `${String(text.length)}:${text}`;
    })
    .join("");
}

function listed<T>(items: readonly T[], signatureOf: (item: T) => string): string;
function listed<T>(
  items: readonly T[] | undefined,
  signatureOf: (item: T) => string,
): string | undefined;
function listed<T>(
  items: readonly T[] | undefined,
  signatureOf: (item: T) => string,
): string | undefined {
  return items && fields(...items.map(signatureOf));
}

/** Returns the signature of code: its text, its positions in the document, and its other properties. */
export function signatureOfText(code: CodeText): string {
  const { source, variables, from, to, via, unclosed, partial, isCut, inherited } = code;
  return fields(
    source.text,
    source.origin(0, source.text.length).join("-"),
    variables.join(" "),
    from,
    to,
    listed(via, ({ step, span, message }) => fields(step, span?.join("-"), message)),
    unclosed === true,
    partial === true,
    isCut === true,
    inherited === true,
  );
}

/**
 * Signatures of the values that commands read. Two values with equal signatures are the same to every command, so a call that reads
 * the same signatures as an earlier one has the same effects. Only signatures of one object of this class can be compared.
 */
export class Signatures {
  private readonly known = new WeakMap<object, string>();
  private identities = 0;

  /** Assigns a signature to an object, which then equals every other object with that signature. */
  assign<T extends object>(object: T, signature: string): T {
    this.known.set(object, signature);
    return object;
  }

  /** Returns the signature of an object that equals only itself. */
  ofIdentity(object: object): string {
    return this.cached(object, () => String(++this.identities));
  }

  ofValue(value: Value | null): string {
    return value === null
      ? "-"
      : this.cached(
          value,
          ({ remote, text, exported, shape, possible, elements, fields: keys, stream, ...rest }) =>
            fields(
              this.ofRemote(remote),
              text,
              exported,
              shape,
              listed(possible, (each) => each),
              elements && this.ofWords(elements),
              keys && fields(...[...keys].flatMap(([key, word]) => [key, this.ofArgument(word)])),
              this.ofProcess(rest.process),
              stream && this.ofStream(stream),
              rest.refers,
              rest.isCut,
            ),
        );
  }

  ofRemote(remote: Remote | null): string | null {
    return remote === null
      ? null
      : this.cached(
          remote,
          ({ start, end, fetcherAt, shape, rule, steps, call, origin, ...rest }) =>
            fields(
              start,
              end,
              fetcherAt,
              shape?.pattern,
              rule,
              origin,
              call?.join("-"),
              rest.inherited,
              rest.executed,
              rest.literal && fields(rest.literal.text, rest.literal.through.length),
              ...steps.map(({ step, span, message }) => fields(step, span?.join("-"), message)),
            ),
        );
  }

  ofArgument(argument: Argument): string {
    return this.cached(argument, ({ span, text, shape, variable, remote, remoteEnd, ...rest }) =>
      fields(
        span.join("-"),
        text,
        shape,
        variable,
        this.ofRemote(remote),
        remoteEnd,
        rest.isSplit,
        rest.isCut,
        rest.called && this.ofArgument(rest.called),
        listed(rest.alternatives, (words) => this.ofWords(words)),
        listed(rest.roles, ({ pattern }) => pattern),
        this.ofProcess(rest.process),
        signatureOfText(argument.code()),
      ),
    );
  }

  ofWords(words: readonly Argument[]): string {
    return listed(words, (word) => this.ofArgument(word));
  }

  ofStream({ remote, text }: Stream): string {
    return fields(this.ofRemote(remote), text && signatureOfText(text));
  }

  private ofProcess(process: Argument["process"] | undefined): string | undefined {
    return process
      ? fields(this.ofIdentity(process.part), this.ofStream(process.output))
      : undefined;
  }

  private cached<T extends object>(object: T, make: (object: T) => string): string {
    let signature = this.known.get(object);
    if (signature === undefined) this.known.set(object, (signature = make(object)));
    return signature;
  }
}
