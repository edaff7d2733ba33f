import * as v from "valibot";
import { EntityType } from "../protocol/index.js";
import { BodyTooLarge, readBounded, UNCOMPRESSED } from "./read-bounded.js";
import type { Entity } from "./entity.js";
import { codePointOffsets } from "./offsets.js";
import { isPlausible, MAX_ENTITY_LENGTH } from "./plausible.js";
import type { EntityFinder } from "./redactor.js";

/** One result of a Presidio analyzer; its offsets are in code points. */
const Result = v.object({
  entity_type: v.string(),
  start: v.pipe(v.number(), v.integer(), v.minValue(0)),
  end: v.pipe(v.number(), v.integer(), v.minValue(0)),
  score: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});
const Results = v.array(Result);

/** Thrown if the analyzer cannot be reached, or its response is invalid. */
export class PresidioError extends Error {
  override readonly name = "PresidioError";
}

/** The URL of an analyzer, and the headers of requests to it. */
export interface Analyzer {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** An analyzer's response, and the text that it analyzed. */
export interface ResultsTask {
  readonly answer: Uint8Array;
  readonly text: string;
}

/** The entities of a response, or the reason why it is invalid. */
export type ReadResults =
  | { readonly ok: true; readonly entities: Entity[] }
  | { readonly ok: false; readonly reason: string };

/** Reads an analyzer's response. Entities of unknown types, and entities that do not have the form of their type, are omitted. */
export function readResults({ answer, text }: ResultsTask): ReadResults {
  const results = parse(answer);
  if (results === undefined)
    return { ok: false, reason: "the response does not match the interface" };
  const offset = codePointOffsets(text);
  const entities: Entity[] = [];
  for (const { entity_type, start: first, end: last, score } of results) {
    const [start, end] = [offset[first], offset[last]];
    if (start === undefined || end === undefined || start >= end)
      return { ok: false, reason: "offsets outside the text" };
    const type = v.safeParse(EntityType, entity_type);
    if (
      !type.success ||
      end - start > MAX_ENTITY_LENGTH ||
      !isPlausible(type.output, text, start, end)
    )
      continue;
    entities.push({ type: type.output, start, end, score });
  }
  return { ok: true, entities };
}

function parse(answer: Uint8Array): v.InferOutput<typeof Results> | undefined {
  try {
    const results = v.safeParse(
      Results,
      JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(answer)),
      { abortEarly: true },
    );
    return results.success ? results.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the maximum size of a response in bytes. An analyzer returns a few hundred bytes for each entity, and the number of entities
 * is limited by the length of the text.
 */
function maxAnswerBytes(text: string): number {
  return Math.min(64 * 1024 + 64 * text.length, 8 * 1024 * 1024 + 4 * text.length);
}

/**
 * Finds entities with a Presidio analyzer (`POST /analyze`). Only entities of known types are used, and only if they have the form
 * of their type: a name that a language model found, for instance, may be a word of a command.
 */
export class PresidioFinder implements EntityFinder {
  /** @param read reads responses, on another thread if they may be long */
  constructor(
    readonly analyzer: Analyzer,
    readonly read: (task: ResultsTask, signal: AbortSignal) => Promise<ReadResults> = async (
      task,
    ) => readResults(task),
  ) {}

  async find(text: string, signal: AbortSignal): Promise<Entity[]> {
    const answer = await this.#analyze(text, signal);
    const results = await this.read({ answer, text }, signal);
    if (!results.ok) throw new PresidioError(results.reason);
    return results.entities;
  }

  async #analyze(text: string, signal: AbortSignal): Promise<Uint8Array> {
    try {
      const { url, headers } = this.analyzer;
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, ...UNCOMPRESSED, "content-type": "application/json" },
        body: JSON.stringify({ text, language: "en" }),
        redirect: "error",
        signal,
      });
      if (response.ok) return await readBounded(response, maxAnswerBytes(text));
      await response.body?.cancel();
      throw new PresidioError(`status ${response.status}`);
    } catch (error) {
      if (signal.aborted || error instanceof PresidioError) throw error;
      if (error instanceof BodyTooLarge)
        throw new PresidioError("the response is too large", { cause: error });
      throw new PresidioError("not reachable", { cause: error });
    }
  }
}
