import type { Context } from "../context.js";
import { siteAddress } from "../explain/page-urls.js";
import { paintFor } from "../paint.js";
import { CsvReporter } from "../report/csv.js";
import { GithubReporter } from "../report/github.js";
import { GitlabReporter } from "../report/gitlab.js";
import { JunitReporter } from "../report/junit.js";
import { JsonLinesReporter, JsonReporter } from "../report/json.js";
import type { Reporter, Setting } from "../report/reporter.js";
import { SarifReporter } from "../report/sarif.js";
import { TextReporter } from "../report/text.js";
import type { ScanOptions } from "./options.js";
import type { Format } from "./report-targets.js";

/** Creates the reporter for a format. */
export function reporterFor(
  context: Context,
  setting: Setting,
  options: ScanOptions,
  format: Format,
): Reporter {
  switch (format) {
    case "text":
      return new TextReporter(setting, {
        paint: paintFor(context, options.color),
        trace: options.trace === true,
        quiet: options.quiet === true,
        showIgnored: options.showIgnored === true,
      });
    case "json":
      return new JsonReporter(setting);
    case "jsonl":
      return new JsonLinesReporter(setting);
    case "sarif":
      return new SarifReporter(setting, siteAddress(context.env));
    case "github":
      return new GithubReporter(setting);
    case "junit":
      return new JunitReporter(setting);
    case "gitlab":
      return new GitlabReporter(setting);
    case "csv":
      return new CsvReporter(setting);
  }
}
