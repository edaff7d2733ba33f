import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";

export function analyzeGeneric(_source: Source, _tag: string | null): Analysis {
  return NOTHING;
}
