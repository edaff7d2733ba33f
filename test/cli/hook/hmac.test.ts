import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hmacSha256, sha256 } from "../../../src/cli/hook/hmac.js";

const bytesOf = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 37 + length * 11) & 255);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("HMAC-SHA-256", () => {
  it("has the result of node:crypto for message lengths around the block size", () => {
    for (const length of [...Array.from({ length: 200 }, (_, at) => at), 4095, 4096, 70_000]) {
      const message = bytesOf(length);
      expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
    }
  });

  it("has the result of node:crypto for keys shorter and longer than a block", () => {
    for (const size of [0, 1, 32, 63, 64, 65, 200]) {
      const [key, message] = [bytesOf(size), bytesOf(size + 5)];
      expect(hex(hmacSha256(key, message))).toBe(
        createHmac("sha256", key).update(message).digest("hex"),
      );
    }
  });
});
