import type { Literal } from "../../literal.js";
import type { Argument } from "./argument.js";
import type { CodeText, Remote, Stream } from "./stream.js";
import type { Value } from "./values.js";

type Field = string | number | boolean | null | undefined;

/** Returns the fields as one text, each prefixed by its length, so that different lists have different texts. */
export function fields(...parts: readonly Field[]): string {
  let written = "";
  for (const part of parts) {
    if (part === undefined || part === null) {
      written += "~";
      continue;
    }
    const text = String(part);
    written += `${String(text.length)}:${text}`;
  }
  return written;
}

/** Returns the signature of an object from those of its properties. The type requires every property, so that none is forgotten. */
function joined<T>(properties: Readonly<Record<keyof T, Field>>): string {
  return fields(...Object.values<Field>(properties));
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
      : this.cached(value, ({ elements, fields: keys, given, stream, ...rest }) =>
          joined<Value>({
            remote: this.ofRemote(rest.remote),
            text: rest.text,
            exported: rest.exported,
            shape: rest.shape,
            path: rest.path,
            possible: listed(rest.possible, (each) => each),
            elements: elements && this.ofWords(elements),
            fields:
              keys && fields(...[...keys].flatMap(([key, word]) => [key, this.ofArgument(word)])),
            process: this.ofProcess(rest.process),
            given: given && this.ofArgument(given),
            stream: stream && this.ofStream(stream),
            refers: rest.refers,
            isCut: rest.isCut,
          }),
        );
  }

  ofRemote(remote: Remote | null): string | null {
    return remote === null
      ? null
      : this.cached(remote, ({ shape, call, literal, steps, ...rest }) =>
          joined<Remote>({
            start: rest.start,
            end: rest.end,
            fetcherAt: rest.fetcherAt,
            rule: rest.rule,
            origin: rest.origin,
            inherited: rest.inherited,
            executed: rest.executed,
            file: rest.file,
            shape: shape?.pattern,
            call: call?.join("-"),
            literal: literal && this.ofLiteral(literal),
            steps: listed(steps, ({ step, span, message }) =>
              fields(step, span?.join("-"), message),
            ),
          }),
        );
  }

  private ofLiteral({ parts, through }: Literal): string {
    return fields(
      ...parts.map((part) => (typeof part === "string" ? part : this.ofLiteral(part))),
      ...through.map((codec) => this.ofIdentity(codec)),
    );
  }

  ofArgument(argument: Argument): string {
    return this.cached(argument, ({ span, called, ...rest }) =>
      joined<Argument>({
        span: span.join("-"),
        text: rest.text,
        shape: rest.shape,
        possible: listed(rest.possible, (each) => each),
        path: rest.path,
        isPattern: rest.isPattern,
        variable: rest.variable,
        alternatives: listed(rest.alternatives, (words) => this.ofWords(words)),
        called: called && this.ofArgument(called),
        roles: listed(rest.roles, ({ pattern }) => pattern),
        remote: this.ofRemote(rest.remote),
        isSplit: rest.isSplit,
        remoteEnd: rest.remoteEnd,
        process: this.ofProcess(rest.process),
        assigned: this.ofProcess(rest.assigned),
        isCut: rest.isCut,
        code: signatureOfText(argument.code()),
      }),
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
