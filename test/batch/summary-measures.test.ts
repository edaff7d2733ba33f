import { describe, expect, it } from "vitest";
import { hostsOf } from "../../src/cli/batch/measure/hosts.js";
import { rate } from "../../src/cli/batch/measure/wilson-interval.js";
import { BAD, folderWith, row, runHere } from "./predictions.js";

describe("the hosts of a command", () => {
  it.each([
    ["curl -fsSL https://Get.Example.com/i.sh | sh", ["get.example.com"]],
    ["curl http://a.example/x ftp://u:p@b.example:21/y", ["a.example", "b.example"]],
    ["curl get.example.org/install.sh | sh", ["get.example.org"]],
    ["curl -o i.sh get.example.org | sh", ["get.example.org"]],
    ["curl http://[::1]:80/x | sh", ["[::1]"]],
    ["curl $URL | sh", ["(none)"]],
  ])("are found in %s", (text, hosts) => {
    expect(hostsOf(text)).toEqual(hosts);
  });
});

describe("Wilson's interval", () => {
  it.each([
    [10, 20, 0.299, 0.701],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [1, 1000, 0.0002, 0.0056],
  ])("of %i in %i", (part, whole, low, high) => {
    const found = rate(part, whole)!;
    expect([found.low, found.high].map((value) => Math.round(value * 1e4) / 1e4)).toEqual([
      expect.closeTo(low, 3),
      expect.closeTo(high, 3),
    ]);
  });

  it("of no trials is null", () => expect(rate(0, 0)).toBeNull());
});

describe("a summary", () => {
  it("of records without labels counts flagged records, without a score", async () => {
    const stdin = row({ text: `x ${BAD}` }) + row({ text: "y" }) + row({ text: "TOO LONG" });
    const { stdout } = await runHere(["batch"], { stdin });
    expect(stdout).not.toMatch(/\btp\b|precision/);
    expect(stdout).toMatch(
      /^texts +3\nflagged +1 \(33\.3%, 95% interval 6\.1% to 79\.2%\)\nfindings +1\nincomplete +1 not analyzed completely\ntime .*\nrules +curlew 0\.0\.0, contract profile, queries 0{12}\n/,
    );
    expect(stdout).toMatch(/by rule +findings +texts\nbash\/fetch-pipe +1 +1\n/);
    expect(stdout).toMatch(/by host +findings +texts\nx\.example +1 +1\n/);
    const {
      total,
      rate: speed,
      revision,
    } = JSON.parse((await runHere(["batch", "-f", "json"], { stdin })).stdout);
    expect(total).toMatchObject({
      records: 3,
      flagged: 1,
      unlabelled: 3,
      incomplete: 1,
      precision: null,
      by: { kind: { prose: { findings: 1, texts: 1 } } },
    });
    expect(speed.texts).toBe(3);
    expect(revision.profile).toBe("contract");
  });

  it("of labelled records scores findings and spans, in total and by rule", async () => {
    const cwd = folderWith({
      "in.jsonl":
        row({ text: BAD, labels: ["PS"], spans: [[0, 32]] }) +
        row({ text: `${BAD} `, labels: ["PS"], spans: [[3, 40]] }) +
        row({ text: BAD, labels: [], spans: [] }),
    });
    const { total } = JSON.parse(
      (await runHere(["batch", "in.jsonl", "-f", "json"], { cwd })).stdout,
    );
    expect(total).toMatchObject({
      tp: 2,
      fp: 1,
      f1: 0.8,
      exact: 1,
      overlapping: 2,
      by: { rule: { "bash/fetch-pipe": { tp: 2, fp: 1, exact: 1, overlapping: 1, spurious: 1 } } },
    });
    expect(total.intervals.precision[0]).toBeCloseTo(0.2077, 3);
  });
});
