import { describe, expect, it } from "vitest";
import { isAllowedHost, isLoopback, originPatterns } from "../../src/service/http/guards.js";

const options = { host: "127.0.0.1", port: 8787, allowHost: [], allowOrigin: [] };

describe("a Host header", () => {
  it.each(["127.0.0.1:8787", "localhost:8787", "LOCALHOST:8787", "[::1]:8787"])(
    "of this machine is accepted: %s",
    (host) => {
      expect(isAllowedHost(host, 8787, options)).toBe(true);
    },
  );

  it.each([
    undefined,
    "",
    "evil.example",
    "evil.example:8787",
    "127.0.0.1",
    "127.0.0.1:80",
    "127.0.0.1.evil.example:8787",
    "localhost.:8787",
    "x@localhost:8787",
  ])("of another machine is rejected: %s", (host) => {
    expect(isAllowedHost(host, 8787, options)).toBe(false);
  });

  it("may be configured, with or without a port", () => {
    const configured = { ...options, allowHost: ["curlew.example", "other.example:1"] };
    expect(isAllowedHost("curlew.example:443", 8787, configured)).toBe(true);
    expect(isAllowedHost("curlew.example", 8787, configured)).toBe(true);
    expect(isAllowedHost("other.example:1", 8787, configured)).toBe(true);
    expect(isAllowedHost("other.example:2", 8787, configured)).toBe(false);
  });

  it("may be the listening address, unless the service listens on all addresses", () => {
    expect(isAllowedHost("10.0.0.5:8787", 8787, { ...options, host: "10.0.0.5" })).toBe(true);
    expect(isAllowedHost("[fd00::1]:8787", 8787, { ...options, host: "fd00::1" })).toBe(true);
    expect(isAllowedHost("10.0.0.5:8787", 8787, { ...options, host: "0.0.0.0" })).toBe(false);
  });
});

describe("an Origin header", () => {
  const matches = (pattern: string, origin: string) =>
    originPatterns([pattern]).some((regexp) => regexp.test(origin));

  it("must match a pattern completely, in which a star stands for a part of a name", () => {
    expect(matches("chrome-extension://*", "chrome-extension://abc")).toBe(true);
    expect(matches("chrome-extension://*", "chrome-extension://abc/x")).toBe(false);
    expect(matches("chrome-extension://*", "https://chrome-extension://abc")).toBe(false);
    expect(matches("https://*.example", "https://a.example")).toBe(true);
    expect(matches("https://*.example", "https://a.example.evil")).toBe(false);
    expect(matches("https://a.example", "https://aXexample")).toBe(false);
  });
});

describe("a loopback address", () => {
  it("is an address of this machine", () => {
    expect(["127.0.0.1", "127.9.9.9", "::1", "localhost"].map(isLoopback)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example"].map(isLoopback)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
