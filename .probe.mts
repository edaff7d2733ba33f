import { readFileSync } from "node:fs";
import { createNodeDetector } from "./src/host/node.js";
const ds = { c: await createNodeDetector({ profile: "contract" }), e: await createNodeDetector({ profile: "extended" }) };
const blocks = readFileSync(process.argv[2], "utf8").split(/^=== ?/m).slice(1);
let bad = 0;
for (const block of blocks) {
  const nl = block.indexOf("\n"); const [prof, name = "", format] = block.slice(0, nl).trim().split(/\s+/);
  const raw = block.slice(nl + 1).replace(/\n$/, "");
  let text = ""; const spans: [number, number][] = []; let open = -1;
  for (const ch of raw) { if (ch === "⟦") open = text.length; else if (ch === "⟧") { spans.push([open, text.length]); } else text += ch; }
  for (const p of prof as string) {
    const d = (ds as any)[p].detect(text, format ? { format } : {});
    const got = JSON.stringify(d.spans), want = JSON.stringify(spans);
    if (got !== want) { bad++; console.log(`--- ${p} ${name}\n${raw}\n  got: ${d.spans.map(([a, b]: any) => JSON.stringify(text.slice(a, b))).join(" ") || "nothing"} notes: ${d.notes.map((n: any) => n.kind + ":" + n.reason).join(",")} ${d.findings.map((f:any)=>f.level+":"+f.rule).join(",")} ${d.outcome.status}`); }
  }
}
console.log(blocks.length, "blocks", bad, "wrong");
