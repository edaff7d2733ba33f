import { toJsonSchema, type JsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { Config } from "../config/schema.js";
import { Finding, Note, OffsetEncoding, Outcome, Profile, Span } from "../../protocol/index.js";

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Place = v.strictObject({
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  column: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

const FindingRecord = v.object({
  ...Finding.entries,
  location: v.pipe(
    v.strictObject({ start: Place, end: Place }),
    v.description("Lines and columns begin with 1; columns count UTF-16 code units."),
  ),
  severity: v.picklist(["error", "warning", "note"]),
  message: v.string(),
  help: v.optional(v.string()),
});

const IgnoredRecord = v.object({
  ...FindingRecord.entries,
  ignoredBy: v.picklist(["comment", "trust", "baseline"]),
  reason: v.nullable(v.string()),
});

/** The result for a text: a line of `--format jsonl`. */
const FileRecord = v.strictObject({
  path: v.string(),
  part: v.optional(
    v.pipe(
      v.literal(true),
      v.description(
        "The text is the part of a file that a diff shows: offsets count from its start, lines from the start of the file.",
      ),
    ),
  ),
  labels: v.array(v.literal("PS")),
  spans: v.array(Span),
  findings: v.array(FindingRecord),
  ignored: v.pipe(
    v.array(IgnoredRecord),
    v.description("Findings that a comment, the configuration or the baseline ignores."),
  ),
  ignoreRemarks: v.array(v.strictObject({ place: Place, message: v.string() })),
  notes: v.array(Note),
  outcome: Outcome,
  remarks: v.array(v.string()),
});

const Names = v.array(v.string());

/** The output of `curlew scan --format json`. Fields may be added within a version. */
const ScanAnswer = v.pipe(
  v.object({
    version: v.literal(1),
    tool: v.literal("curlew"),
    revision: v.object({ package: v.string(), profile: Profile, queries: v.string() }),
    offsetEncoding: OffsetEncoding,
    disabledRules: Names,
    ownQueries: v.object({
      replaced: Names,
      joined: Names,
      unread: Names,
      unused: Names,
      overruled: Names,
    }),
    files: v.array(FileRecord),
    summary: v.object({
      files: Count,
      flagged: Count,
      findings: Count,
      advisories: Count,
      rules: v.pipe(
        v.record(v.string(), Count),
        v.description("Number of findings and advisories of each rule."),
      ),
      incomplete: Count,
      passedOver: v.object({ binary: Count, unknown: Count, excluded: Count, dependencies: Count }),
      ignored: v.object({ comment: Count, trust: Count, baseline: Count }),
      ignoreRemarks: Count,
      staleBaseline: Count,
      unread: v.array(v.object({ path: v.string(), reason: v.string(), message: v.string() })),
    }),
  }),
  v.title("Output of curlew scan --format json"),
);

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const FileFinding = v.object({ file: v.string(), ...FindingRecord.entries });

const UnitRecord = v.object({
  kind: v.picklist([
    "skill",
    "plugin",
    "command",
    "agent",
    "rules",
    "settings",
    "mcp-config",
    "package",
    "tools",
    "file",
  ]),
  name: v.string(),
  path: v.string(),
  verdict: v.picklist(["flagged", "incomplete", "advice", "clear"]),
  fingerprint: v.pipe(
    Sha256,
    v.description("Hash of the kind of the unit and of the path and hash of each file."),
  ),
  findings: v.pipe(
    v.array(FileFinding),
    v.description("Findings, which make the verdict flagged."),
  ),
  advice: v.array(FileFinding),
  notRead: v.array(
    v.object({
      path: v.string(),
      reason: v.picklist(["binary", "link", "dependencies", "too-large", "unreadable"]),
      message: v.string(),
    }),
  ),
  limits: v.pipe(
    v.array(v.object({ file: v.string(), limit: v.string(), message: v.string(), span: Span })),
    v.description("Parts of files that were not analyzed."),
  ),
  files: v.array(
    v.object({
      path: v.pipe(v.string(), v.description("Relative to the folder of the unit.")),
      role: v.picklist([
        "instructions",
        "tools",
        "settings",
        "mcp-config",
        "manifest",
        "package",
        "prompt",
        "script",
        "data",
        "binary",
        "link",
      ]),
      size: Count,
      sha256: v.nullable(Sha256),
    }),
  ),
});

const Verdict = v.nullable(v.string());

/** The differences between a unit and its entry in the lock file. */
const UnitChange = v.object({
  change: v.picklist(["added", "removed", "changed"]),
  kind: v.string(),
  path: v.pipe(v.string(), v.description("Relative to the folder of the lock file.")),
  files: v.object({ added: Names, removed: Names, changed: Names }),
  verdict: v.object({ before: Verdict, after: Verdict }),
});

/** The output of `curlew skill --json`. Fields may be added within a version. */
const SkillAnswer = v.pipe(
  v.object({
    version: v.literal(1),
    tool: v.literal("curlew"),
    revision: v.object({ package: v.string(), profile: Profile, queries: v.string() }),
    disabledRules: Names,
    units: v.array(UnitRecord),
    links: v.pipe(
      v.array(v.object({ path: v.string(), target: v.string() })),
      v.description("Symbolic links outside any unit. They are not followed."),
    ),
    changes: v.optional(
      v.pipe(
        v.array(UnitChange),
        v.description(
          "With --lock: differences from the lock file; empty if the file was written.",
        ),
      ),
    ),
    summary: v.object({
      units: Count,
      flagged: Count,
      advice: Count,
      clear: Count,
      incomplete: Count,
      unread: v.array(v.object({ path: v.string(), message: v.string() })),
    }),
  }),
  v.title("Output of curlew skill --json"),
);

/** The published schemas, by file name. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  "curlew.schema.json": toJsonSchema(Config),
  "scan.schema.json": toJsonSchema(ScanAnswer, { errorMode: "ignore" }),
  "skill.schema.json": toJsonSchema(SkillAnswer, { errorMode: "ignore" }),
};
