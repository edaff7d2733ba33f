import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ListMultipartUploadsCommand } from "@aws-sdk/client-s3";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { S3File } from "../../src/cli/batch/storage/s3-file.js";
import { S3Location } from "../../src/cli/batch/storage/s3-location.js";
import { s3Range } from "../../src/cli/batch/storage/s3.js";
import { importWith, loadOptional } from "../../src/cli/optional-packages.js";
import { S3Server } from "./s3-server.js";
import { BAD, folderWith, row, runHere } from "./predictions.js";

let server: S3Server;

const texts = Array.from({ length: 60 }, (_, i) =>
  i % 7 === 0 ? `${BAD} ${i}` : `words "${i}"\n${"x".repeat((i * 37) % 200)}`,
);
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const lines = texts.map((text) => row({ text })).join("");
const inputs: Record<string, string | Uint8Array> = {
  "a.jsonl": `\n${lines}{broken\n`,
  "b.csv": `n,text\n${texts.map((text, i) => `${i},${quoted(text)}`).join("\n")}`,
  "c.json": JSON.stringify(texts.map((text, id) => ({ id, text }))),
  "d.parquet": new Uint8Array(
    parquetWriteBuffer({ columnData: [{ name: "text", data: texts }], rowGroupSize: 7 }),
  ),
  "e.jsonl.gz": gzipSync(lines),
  "f.md": `\`${BAD}\``,
};
const names = Object.keys(inputs);
const objects = names.map((name) => `s3://data/in/${name}`);

beforeAll(async () => {
  server = await S3Server.start();
  Object.assign(process.env, server.env);
  for (const [name, body] of Object.entries(inputs)) await server.put(`in/${name}`, body);
});
afterAll(() => server.close());

describe("inputs in a bucket", () => {
  it("are read like local files", async () => {
    const cwd = folderWith(inputs);
    const small = ["--shard-size", "1K"];
    await runHere(["batch", "-q", ...names, "-o", "files.jsonl", ...small], { cwd });
    const read = await runHere(["batch", "-q", ...objects, "-o", "objects.jsonl", ...small], {
      cwd,
    });
    expect(read.stderr).toMatch(/^curlew: s3:\/\/data\/in\/a[.]jsonl:62: not valid JSON/);
    const found = readFileSync(join(cwd, "objects.jsonl"), "utf8").replaceAll("s3://data/in/", "");
    expect(found).toBe(readFileSync(join(cwd, "files.jsonl"), "utf8"));
  });

  it("can be selected by a prefix", async () => {
    const cwd = folderWith({});
    const { stdout } = await runHere(["batch", "s3://data/in/", "-f", "json"], { cwd });
    expect(JSON.parse(stdout).files.map(({ file }: { file: string }) => file)).toEqual(objects);
  });

  it.each([
    ["s3://data/in/none.jsonl", "no such object"],
    ["s3://none/in/a.jsonl", "no such (?:object|bucket)"],
    ["s3://data/none/", "no such object"],
  ])("are reported if missing: %s", async (name, message) => {
    const { status, stderr } = await runHere(["batch", "-q", name, "-o", "-"]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(`^curlew: ${name}: ${message}\n$`)]);
  });

  it("are read by byte range", async () => {
    const bytes: Buffer[] = [];
    for await (const chunk of s3Range("s3://data/in/f.md", 1, 5)) bytes.push(chunk);
    expect(Buffer.concat(bytes).toString()).toBe("curl");
    for await (const _ of s3Range("s3://data/in/f.md", 5_000)) throw new Error("there is nothing");
  });
});

it("a missing S3 client is reported with the command that installs it", async () => {
  const missing = Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
  importWith(() => Promise.reject(missing));
  try {
    await expect(loadOptional("@aws-sdk/client-s3", "s3://")).rejects.toThrow(
      "s3:// needs the package @aws-sdk/client-s3, which is not installed: npm install @aws-sdk/client-s3",
    );
  } finally {
    importWith((name) => import(name));
  }
});

describe("partitions in a bucket", () => {
  it.each(["jsonl", "parquet"])(
    "are identical to partitions in a local folder: %s",
    async (format) => {
      const cwd = folderWith({});
      const as = ["--output-format", format];
      for (const out of ["folder", `s3://data/${format}/out`])
        for (const index of [0, 1, 2])
          await runHere(
            ["batch", "-q", ...objects, "--partition", `${index}/3`, "--out-dir", out, ...as],
            { cwd },
          );
      const place = new S3Location(`s3://data/${format}/out`);
      expect(await place.list()).toEqual(readdirSync(join(cwd, "folder")).sort());
      for (const file of await place.list())
        expect(
          Buffer.from((await place.read(file)) ?? []).equals(
            readFileSync(join(cwd, "folder", file)),
          ),
        ).toBe(true);
    },
  );

  it("are merged, and missing ones are listed", async () => {
    const cwd = folderWith({});
    const part = async (index: number) =>
      runHere(
        ["batch", "-q", ...objects, "--partition", `${index}/2`, "--out-dir", "s3://data/out"],
        { cwd },
      );
    const merge = () => runHere(["batch", "--merge", "s3://data/out", "-o", "all.jsonl"], { cwd });
    await part(0);
    expect((await merge()).stderr).toBe(
      "curlew: s3://data/out: 1 of 2 partitions are missing: run again with --partition 1/2\n",
    );
    await part(1);
    const { status, stdout } = await merge();
    expect([status, stdout]).toEqual([2, expect.stringMatching(/^texts +\d+ in 6 inputs/m)]);
    await runHere(["batch", "-q", ...objects, "-o", "one.jsonl"], { cwd });
    expect(readFileSync(join(cwd, "all.jsonl"), "utf8")).toBe(
      readFileSync(join(cwd, "one.jsonl"), "utf8"),
    );
    expect(JSON.parse(await server.text("out/summary.json")).total.broken).toBe(1);
    await server.put("in/a.jsonl", lines);
    expect((await part(0)).stderr).toMatch(/contains partitions of a run with different inputs/);
    const Body = inputs["a.jsonl"] ?? "";
    await server.put("in/a.jsonl", Body);
  });

  it("are uploaded in parts if they are large, and an interrupted upload leaves no object", async () => {
    const object = { Bucket: "data", Key: "large" };
    const chunk = Buffer.alloc(3 * 1024 * 1024, "0123456789abcdef");
    const whole = new S3File(object, "s3://data");
    for (let i = 0; i < 7; i++) await whole.write(chunk);
    expect(await whole.finish()).toBe(7 * chunk.length);
    await whole.discard();
    expect((await server.text("large")).length).toBe(7 * chunk.length);
    const broken = new S3File({ ...object, Key: "broken" }, "s3://data");
    for (let i = 0; i < 4; i++) await broken.write(chunk);
    await broken.discard();
    await expect(server.text("broken")).rejects.toThrow();
    const uploads = await server.client
      .send(new ListMultipartUploadsCommand({ Bucket: "data" }))
      .catch(() => ({ Uploads: [] }));
    expect(uploads.Uploads ?? []).toEqual([]);
  });

  it("cannot be written if the bucket does not exist", async () => {
    const cwd = folderWith({ "a.jsonl": lines });
    const { status, stderr } = await runHere(
      ["batch", "-q", "a.jsonl", "--out-dir", "s3://none/x"],
      {
        cwd,
      },
    );
    expect([status, stderr]).toEqual([2, "curlew: cannot write s3://none/x: no such bucket\n"]);
  });

  it("can be written to a bucket, but a single output file cannot", async () => {
    const { stderr } = await runHere(["batch", "-q", objects[0] ?? "", "-o", "s3://data/x.jsonl"]);
    expect(stderr).toBe(
      "curlew: cannot write s3://data/x.jsonl: use --out-dir s3://BUCKET/PREFIX to write to S3\n",
    );
  });
});
