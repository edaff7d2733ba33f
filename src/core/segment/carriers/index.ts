import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { readPython } from "./python.js";

type Reader = (tools: Tools, snippet: Snippet) => void;
const plain: Reader = (tools, snippet) => tools.out.add(snippet, "shell");

/** The readers of formats that carry commands. */
export const CARRIERS = {
  python: readPython,
  dockerfile: plain,
  yaml: plain,
  toml: plain,
  json: plain,
  make: plain,
  systemd: plain,
  crontab: plain,
  batch: plain,
  powershell: plain,
  diff: plain,
  notebook: plain,
} satisfies Record<string, Reader>;
