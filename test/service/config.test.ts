import { describe, expect, it } from "vitest";
import {
  environmentName,
  evaluatorSettings,
  flagName,
  gatewaySettings,
  resolveConfig,
  showConfig,
} from "../../src/service/index.js";

const resolve = (sources: { flags?: object; env?: Record<string, string>; file?: unknown }) =>
  resolveConfig(gatewaySettings, {
    flags: { ...sources.flags },
    env: sources.env ?? {},
    ...(sources.file === undefined ? {} : { file: { path: "curlew.json", content: sources.file } }),
  });

describe("a configuration", () => {
  it("is read from flags, environment, file and defaults, in this order of precedence", () => {
    const file = { port: 1, workers: 3, logLevel: "debug" };
    const env = { CURLEW_PORT: "2", CURLEW_WORKERS: "4" };
    expect(resolve({ flags: { port: "3" }, env, file })).toMatchObject({
      port: 3,
      workers: 4,
      logLevel: "debug",
      host: "127.0.0.1",
    });
  });

  it("may contain lists, written as values separated by commas, as repeated flags or as JSON arrays", () => {
    expect(resolve({ env: { CURLEW_DISABLE_CODE: "PS, NONE" } }).disableCode).toEqual([
      "PS",
      "NONE",
    ]);
    expect(resolve({ flags: { allowHost: ["a", "b:1,c"] } }).allowHost).toEqual(["a", "b:1", "c"]);
    expect(resolve({ file: { allowOrigin: ["chrome-extension://abc"] } }).allowOrigin).toEqual([
      "chrome-extension://abc",
    ]);
  });

  it.each([
    [{ flags: { port: "70000" } }, /^--port: expected a whole number from 0 to 65535, got 70000$/],
    [{ flags: { port: "http" } }, /^--port: expected number/],
    [{ env: { CURLEW_TIMEOUT_MS: "-1" } }, /^CURLEW_TIMEOUT_MS: /],
    [{ file: { maxTextBytes: 1.5 } }, /^curlew.json: maxTextBytes: expected a whole number/],
    [{ flags: { host: "" } }, /^--host: expected a value that is not empty/],
    [
      { flags: { allowOrigin: ["https://a.example/"] } },
      /^--allow-origin: expected an origin such as \S+, without a path, got "https:\/\/a\.example\/"$/,
    ],
    [{ flags: { disableCode: ["ps"] } }, /^--disable-code: expected PS or NONE, got "ps"$/],
    [{ flags: { disableCode: ["PSX"] } }, /^--disable-code: expected PS or NONE, got "PSX"$/],
    [{ flags: { presidio: "analyzer" } }, /^--presidio: expected an http: or https: URL$/],
    [
      { flags: { evaluator: "http//user:hunter2@x" } },
      /^--evaluator: expected an http: or https: URL$/,
    ],
    [
      { flags: { presidio: "ftp://bob:hunter2@a" } },
      /^--presidio: expected an http: or https: URL$/,
    ],
    [{ env: { CURLEW_LOG_LEVEL: "loud" } }, /^CURLEW_LOG_LEVEL: expected \("trace"/],
    [{ file: { workers: "2" } }, /^curlew.json: workers: expected number/],
    [{ file: { worker: 2 } }, /^curlew.json: unknown setting worker/],
    [{ file: [] }, /^curlew.json: expected an object/],
    [{ flags: { evaluator: "ftp://x" } }, /^--evaluator: /],
    [
      { flags: { evaluator: "http://bob:50%@x" } },
      /^--evaluator: expected percent signs in user and password written as %25$/,
    ],
    [{ flags: { allowHost: ["a/b"] } }, /^--allow-host: /],
    [{ flags: { profile: "strict" } }, /^--profile: /],
  ])("is rejected with the name of the invalid setting: %j", (sources, message) => {
    expect(() => resolve(sources as Parameters<typeof resolve>[0])).toThrow(message);
  });

  it("is rejected without quoting an invalid URL, which may contain a password", () => {
    expect(() => resolve({ flags: { presidio: "http//user:hunter2@x" } })).toThrow(
      /^(?!.*hunter2)/s,
    );
  });

  it("is shown as an equivalent configuration file with masked secrets", () => {
    const values = resolve({
      flags: { evaluator: "https://bob:hunter2@x.example/e?key=s3cret", port: "1" },
    });
    const shown = showConfig(gatewaySettings, values);
    expect(shown).not.toMatch(/hunter2|s3cret|bob/);
    expect(resolve({ file: JSON.parse(shown) })).toEqual({
      ...values,
      evaluator: "https://***:***@x.example/e?***",
    });
  });
});

describe("settings", () => {
  it("have names from which the names of flags and environment variables are formed", () => {
    expect(flagName("maxTextBytes")).toBe("max-text-bytes");
    expect(environmentName("maxTextBytes")).toBe("CURLEW_MAX_TEXT_BYTES");
  });

  it("have valid defaults for each service", () => {
    for (const settings of [gatewaySettings, evaluatorSettings]) {
      expect(() => resolveConfig(settings, { flags: {}, env: {} })).not.toThrow();
    }
  });
});
