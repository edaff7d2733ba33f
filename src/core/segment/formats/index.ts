import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { readPuppet } from "./attributes.js";
import { readBatch } from "./batch.js";
import { readDiff } from "./diff.js";
import { readDockerfile } from "./dockerfile.js";
import { readJavaScript } from "./javascript.js";
import { readJson } from "./json.js";
import { readMakefile } from "./make.js";
import { readNotebook } from "./notebook.js";
import { readPython } from "./python.js";
import { readPowershell } from "./powershell.js";
import { readToml } from "./toml.js";
import { readCrontab, readUnit } from "./units.js";
import { readYaml } from "./yaml.js";

type Reader = (tools: Tools, snippet: Snippet) => void;

/** The readers of formats that carry commands. */
export const FORMATS = {
  python: readPython,
  javascript: readJavaScript,
  dockerfile: readDockerfile,
  yaml: readYaml,
  toml: readToml,
  json: readJson,
  make: readMakefile,
  systemd: readUnit,
  crontab: readCrontab,
  batch: readBatch,
  powershell: readPowershell,
  diff: readDiff,
  notebook: readNotebook,
  bazel: readPython,
  puppet: readPuppet,
} satisfies Record<string, Reader>;
