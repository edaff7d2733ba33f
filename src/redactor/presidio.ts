import * as v from "valibot";
import { EntityType } from "../protocol/index.js";
import type { Entity } from "./entity.js";
import { codePointOffsets } from "./offsets.js";
import { isPlausible } from "./plausible.js";
import type { EntityFinder } from "./redactor.js";

/** One result of a Presidio analyzer; its offsets count code points. */
const Result = v.object({
  entity_type: v.string(),
  start: v.pipe(v.number(), v.integer(), v.minValue(0)),
  end: v.pipe(v.number(), v.integer(), v.minValue(0)),
  score: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});
const Results = v.array(Result);

/** An analyzer that cannot be reached or that answers something else than its interface says. */
export class PresidioError extends Error {
  override readonly name = "PresidioError";
}

/** Where an analyzer takes texts, and what a request to it carries. */
export interface Analyzer {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Asks a Presidio analyzer (`POST /analyze`). Only entities of the types known here count, and only
 * where their characters could be such an entity: names found in prose by a language model, for
 * instance, may be words of a command.
 */
export class PresidioFinder implements EntityFinder {
  constructor(readonly analyzer: Analyzer) {}

  async find(text: string, signal: AbortSignal): Promise<Entity[]> {
    const results = await this.#analyze(text, signal);
    const offset = codePointOffsets(text);
    return results.flatMap((result) => {
      const start = offset[result.start];
      const end = offset[result.end];
      const type = v.safeParse(EntityType, result.entity_type);
      if (start === undefined || end === undefined || start >= end) throw new PresidioError("offsets outside the text");
      if (!type.success || !isPlausible(type.output, text, start, end)) return [];
      return [{ type: type.output, start, end, score: result.score }];
    });
  }

  async #analyze(text: string, signal: AbortSignal): Promise<v.InferOutput<typeof Results>> {
    let answer: unknown;
    try {
      const { url, headers } = this.analyzer;
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ text, language: "en" }),
        redirect: "error",
        signal,
      });
      if (!response.ok) throw new PresidioError(`status ${response.status}`);
      answer = await response.json();
    } catch (error) {
      if (signal.aborted || error instanceof PresidioError) throw error;
      throw new PresidioError("not reachable, or no JSON", { cause: error });
    }
    const results = v.safeParse(Results, answer);
    if (!results.success) throw new PresidioError("answer does not fit the interface");
    return results.output;
  }
}
