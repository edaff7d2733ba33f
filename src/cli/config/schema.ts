import * as v from "valibot";

/** A complete http or https URL without wildcards. */
export const Address = v.pipe(
  v.string(),
  v.regex(
    /^https?:\/\/[^\s"'`<>|;()\\{}[\]$*/?#][^\s"'`<>|;()\\{}[\]$*]*$/,
    "write one whole address that begins with https:// or http://, such as https://get.example/install.sh; patterns are not supported",
  ),
);

/** The settings of `curlew.json`. The published schema is generated from this. */
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
          "Paths that are not scanned, as .gitignore patterns relative to the folder of this file.",
        ),
      ),
    ),
    rules: v.optional(
      v.pipe(
        v.record(v.string(), v.picklist(["off", "on", "error", "warning", "note"])),
        v.description("Rules by id: off, on, or a severity, which also turns the rule on."),
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
              v.description("The decision on a finding; deny by default."),
            ),
          ),
          onAdvisory: v.optional(
            v.pipe(
              v.picklist(["ignore", "ask"]),
              v.description(
                "The decision on a download that is run without a check; ask by default.",
              ),
            ),
          ),
          scripts: v.optional(
            v.pipe(
              v.boolean(),
              v.description(
                "Whether the scripts that a command runs are checked; true by default.",
              ),
            ),
          ),
          log: v.optional(
            v.pipe(
              v.boolean(),
              v.description("Whether decisions are written to the log; true by default."),
            ),
          ),
        }),
        v.description(
          "Settings of curlew hook. They apply only in your own configuration, not in a project's.",
        ),
      ),
    ),
    requireReason: v.optional(
      v.pipe(
        v.boolean(),
        v.description(
          "Whether a curlew-ignore comment needs a reason; without one, it ignores nothing and is reported. False by default.",
        ),
      ),
    ),
  }),
  v.title("Configuration of curlew"),
);
export type Config = v.InferOutput<typeof Config>;
