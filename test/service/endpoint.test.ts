import { describe, expect, it } from "vitest";
import { endpointOf } from "../../src/service/index.js";

const basic = (text: string) => ({
  authorization: `Basic ${Buffer.from(text).toString("base64")}`,
});

describe("the endpoint of a remote service", () => {
  it.each([
    ["http://x.example", "http://x.example/analyze", {}],
    ["http://x.example/base/", "http://x.example/base/analyze", {}],
    ["https://x.example:5002/base?key=k#part", "https://x.example:5002/base/analyze?key=k", {}],
    ["http://bob:hunter%202@x.example", "http://x.example/analyze", basic("bob:hunter 2")],
    ["http://:hunter2@x.example", "http://x.example/analyze", basic(":hunter2")],
  ])("has the paths and the credentials of the URL %s", (address, analyze, headers) => {
    const endpoint = endpointOf(address);
    expect([endpoint.at("/analyze").href, endpoint.headers]).toEqual([analyze, headers]);
  });

  it("has a token instead of the user name and password if a token is given", () => {
    expect(endpointOf("http://bob:hunter2@x.example", "t1").headers).toEqual({
      authorization: "Bearer t1",
    });
  });
});
