import { describe, expect, it } from "vitest";
import { classify, type Sender } from "../../../src/extension/bridge/sender.js";

const SELF = { id: "me", origin: "chrome-extension://me" };
const CONTENT: Sender = {
  id: "me",
  url: "https://chatgpt.com/c/1",
  origin: "https://chatgpt.com",
  frameId: 0,
  tab: {},
};

describe("classify", () => {
  it("accepts the content script of the site's top frame", () => {
    expect(classify(CONTENT, SELF)).toBe("content");
    const { origin: _origin, ...withoutOrigin } = CONTENT;
    expect(classify(withoutOrigin, SELF)).toBe("content");
  });

  it("accepts the extension's own pages, in a tab or not", () => {
    expect(
      classify({ id: "me", url: "chrome-extension://me/options.html", frameId: 0, tab: {} }, SELF),
    ).toBe("page");
    expect(classify({ id: "me", url: "chrome-extension://me/popup.html" }, SELF)).toBe("page");
    const firefox = { id: "curlew@curlew.example", origin: "moz-extension://1-2" };
    expect(classify({ id: firefox.id, url: "moz-extension://1-2/options.html" }, firefox)).toBe(
      "page",
    );
  });

  const FOREIGN: readonly (readonly [string, Partial<Sender>])[] = [
    ["another extension", { id: "other" }],
    ["another site", { url: "https://example.org/", origin: "https://example.org" }],
    [
      "a site whose name begins like it",
      { url: "https://chatgpt.com.example.org/", origin: "https://chatgpt.com.example.org" },
    ],
    ["the site without encryption", { url: "http://chatgpt.com/", origin: "http://chatgpt.com" }],
    ["another port", { url: "https://chatgpt.com:8443/", origin: "https://chatgpt.com:8443" }],
    ["a frame in the page", { frameId: 3 }],
    ["no tab", { tab: undefined }],
    ["an address and an origin that differ", { origin: "https://example.org" }],
    ["an opaque origin", { origin: "null" }],
    [
      "another extension's page",
      { url: "chrome-extension://other/options.html", origin: "chrome-extension://other" },
    ],
    ["a broken address", { url: "%", origin: "%" }],
  ];

  it.each(FOREIGN)("rejects %s", (_name, change) => {
    expect(classify({ ...CONTENT, ...change }, SELF)).toBeNull();
  });

  it("rejects a sender without a URL", () => {
    expect(classify({ id: "me" }, SELF)).toBeNull();
  });
});
