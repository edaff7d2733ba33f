import type { OptionTable } from "../options.js";
import { defineTable } from "./define.js";

const VALUES = `
    allow-fs-read allow-fs-write build-snapshot-config conditions cpu-prof-dir cpu-prof-interval cpu-prof-name debug-port
    diagnostic-dir disable-proto disable-warning dns-result-order env-file env-file-if-exists
    eval experimental-config-file experimental-default-type experimental-loader experimental-policy experimental-sea-config
    experimental-specifier-resolution heap-prof-dir heap-prof-interval heap-prof-name heapsnapshot-near-heap-limit
    heapsnapshot-signal icu-data-dir import input-type inspect-port inspect-publish-uid loader localstorage-file
    max-http-header-size network-family-autoselection-attempt-timeout openssl-config policy-integrity
    redirect-warnings report-dir report-directory report-filename report-signal require run secure-heap secure-heap-min
    snapshot-blob test-concurrency test-coverage-branches test-coverage-exclude test-coverage-functions
    test-coverage-include test-coverage-lines test-global-setup test-isolation test-name-pattern test-reporter
    test-reporter-destination test-shard test-skip-pattern test-timeout title tls-cipher-list tls-keylog trace-event-categories
    trace-event-file-pattern trace-require-module unhandled-rejections use-largepages v8-pool-size
    watch-kill-signal watch-path`;

const table = defineTable({
  flags: "chiv",
  values: "Cer",
  pairs: "pe",
  longFlags: "abort-on-uncaught-exception check help interactive test v8-options version watch",
  longValues: VALUES,
  longOptional: "inspect inspect-brk inspect-wait stack-trace-limit",
  prefixes: false,
  stopAtOperand: true,
});

/** Node 18 to 24. Every other long name is a flag, V8's own included. `-p` takes code only where the next word is no option. */
export const node: OptionTable = {
  ...table,
  short: new Map([...table.short, ["p", "loose" as const], ["pe", "value" as const]]),
  long: new Map([...table.long, ["print", "loose" as const]]),
};
