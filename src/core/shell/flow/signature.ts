import type { Argument } from "./argument.js";
import type { CodeText, Remote, Stream } from "./stream.js";
import type { Value } from "./values.js";

/**
 * Signatures of what commands read. Two values with equal signatures are the same to every command, so a call that reads the same
 * signatures as an earlier one has the same effects.
 */

const known = new WeakMap<object, string>();

function cached<T extends object>(object: T, make: (object: T) => string): string {
  let signature = known.get(object);
  if (signature === undefined) known.set(object, (signature = make(object)));
  return signature;
}

/** Returns concatenated fields, each prefixed by its length, so that different lists have different texts. */
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

function listed<T>(
  items: readonly T[] | undefined,
  signatureOf: (item: T) => string,
): string | undefined {
  return items && fields(...items.map(signatureOf));
}

/** Assigns a signature to a thing, which equals everything else with that signature. */
export function withSignature<T extends object>(object: T, signature: string): T {
  known.set(object, signature);
  return object;
}

let identities = 0;

/** Returns the signature of a thing that equals nothing but itself. */
export function identityOf(object: object): string {
  return cached(object, () => String(++identities));
}

export function signatureOfValue(value: Value | null): string {
  return value === null
    ? "-"
    : cached(
        value,
        ({ remote, text, exported, shape, possible, elements, fields: keys, ...rest }) =>
          fields(
            signatureOfRemote(remote),
            text,
            exported,
            shape,
            listed(possible, (each) => each),
            listed(elements, signatureOfArgument),
            keys && fields(...[...keys].flatMap(([key, word]) => [key, signatureOfArgument(word)])),
            signatureOfProcess(rest.process),
            rest.stream && signatureOfStream(rest.stream),
            rest.refers,
            rest.isCut,
          ),
      );
}

function signatureOfProcess(process: Argument["process"] | undefined): string | undefined {
  return process ? fields(identityOf(process.part), signatureOfStream(process.output)) : undefined;
}

export function signatureOfRemote(remote: Remote | null): string | null {
  return remote === null
    ? null
    : cached(remote, ({ start, end, origin, shape, rule, trace, call, kind, ...rest }) =>
        fields(
          start,
          end,
          origin,
          shape?.pattern,
          rule,
          kind,
          call?.join("-"),
          rest.inherited,
          rest.executed,
          rest.literal && fields(rest.literal.text, rest.literal.through.length),
          ...trace.map(({ step, span, message }) => fields(step, span?.join("-"), message)),
        ),
      );
}

export function signatureOfArgument(argument: Argument): string {
  return cached(argument, ({ span, text, shape, variable, remote, remoteEnd, ...rest }) =>
    fields(
      span.join("-"),
      text,
      shape,
      variable,
      signatureOfRemote(remote),
      remoteEnd,
      rest.isSplit,
      rest.isCut,
      rest.called && signatureOfArgument(rest.called),
      listed(rest.alternatives, (words) => fields(...words.map(signatureOfArgument))),
      listed(rest.roles, ({ pattern }) => pattern),
      signatureOfProcess(rest.process),
      signatureOfText(argument.code()),
    ),
  );
}

export function signatureOfStream({ remote, text }: Stream): string {
  return fields(signatureOfRemote(remote), text && signatureOfText(text));
}

/** Returns the signature of a text as code: its content, and the positions of its parts. */
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
