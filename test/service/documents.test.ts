import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluatorSettings, gatewaySettings } from "../../src/service/index.js";

const document = readFileSync("docs/service.md", "utf8");
const rows = new Map(
  [...document.matchAll(/^\| `(\w+)` \| (.+?) \| (.+) \|$/gm)].map(([, name, shown, meaning]) => [
    name!,
    { shown: shown!, meaning: meaning! },
  ]),
);

describe("the settings in docs/service.md", () => {
  it("are those of the services", () => {
    expect([...rows.keys()].sort()).toEqual(Object.keys(gatewaySettings).sort());
    const gatewayOnly = [...rows]
      .filter(([, { meaning }]) => meaning.startsWith("Gateway only"))
      .map(([name]) => name);
    expect(Object.keys(gatewaySettings).filter((name) => !(name in evaluatorSettings))).toEqual(
      gatewayOnly,
    );
  });

  it("have the defaults of the services", () => {
    // the defaults of these settings depend on the machine
    const computed = ["tokens", "workers"];
    for (const [name, setting] of Object.entries(gatewaySettings)) {
      if (computed.includes(name)) continue;
      const values = Array.isArray(setting.default) ? setting.default : [setting.default];
      const shown =
        values
          .filter((value) => value !== undefined)
          .map((value) => `\`${value}\``)
          .join(", ") || "none";
      expect(`${name}: ${rows.get(name)?.shown.replace(/ \(.*/, "")}`).toBe(`${name}: ${shown}`);
    }
    expect(rows.get("port")?.shown).toContain(`\`${evaluatorSettings.port.default}\``);
  });
});

describe("docs/curlew.service", () => {
  it("runs `curlew serve`, and has the syntax of a systemd unit", () => {
    const unit = readFileSync("docs/curlew.service", "utf8");
    expect(unit).toMatch(/^ExecStart=.*curlew serve$/m);
    expect(
      unit.split("\n").filter((line) => line !== "" && !/^(?:\[\w+\]|#.*|[A-Z]\w+=.*)$/.test(line)),
    ).toEqual([]);
  });
});
