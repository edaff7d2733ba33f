import * as v from "valibot";

/** A whole address and nothing that stands for several. */
export const Address = v.pipe(
  v.string(),
  v.regex(
    /^https?:\/\/[^\s"'`<>|;()\\{}[\]$*/?#][^\s"'`<>|;()\\{}[\]$*]*$/,
    "write one whole address that begins with https:// or http://, such as https://get.example/install.sh; patterns are not understood",
  ),
);

/** What `curlew.json` may hold. The published schema is made from this. */
export const Config = v.pipe(
  v.strictObject({
    $schema: v.optional(v.pipe(v.string(), v.description("Address of this schema, for editors."))),
    profile: v.optional(
      v.pipe(
        v.picklist(["contract", "extended"]),
        v.description("The set of rules to apply; --profile overrides it."),
      ),
    ),
    exclude: v.optional(
      v.pipe(
        v.array(v.string()),
        v.description(
          "What is not scanned, in the patterns of a .gitignore, from the folder of this file.",
        ),
      ),
    ),
    rules: v.optional(
      v.pipe(
        v.record(v.string(), v.picklist(["off", "on", "error", "warning", "note"])),
        v.description("Rules by id: switched off, on, or on with this severity."),
      ),
    ),
    trust: v.optional(
      v.pipe(
        v.array(Address),
        v.description(
          "Exact addresses that are trusted. A command is ignored only if every address in it is one of them.",
        ),
      ),
    ),
    hook: v.optional(
      v.pipe(
        v.strictObject({
          decision: v.optional(
            v.pipe(
              v.picklist(["deny", "ask"]),
              v.description("The answer to a finding; deny by default."),
            ),
          ),
          onAdvisory: v.optional(
            v.pipe(
              v.picklist(["ignore", "ask"]),
              v.description("The answer to a download that is run unchecked; ask by default."),
            ),
          ),
          scripts: v.optional(
            v.pipe(
              v.boolean(),
              v.description("Scripts that a command runs are checked, too; true by default."),
            ),
          ),
          log: v.optional(
            v.pipe(
              v.boolean(),
              v.description("Decisions are written to the log; true by default."),
            ),
          ),
        }),
        v.description("Settings of curlew hook. Only your own configuration counts, no project's."),
      ),
    ),
    requireReason: v.optional(
      v.pipe(
        v.boolean(),
        v.description("A curlew-ignore comment without a reason is refused; false by default."),
      ),
    ),
  }),
  v.title("Configuration of curlew"),
);
export type Config = v.InferOutput<typeof Config>;
