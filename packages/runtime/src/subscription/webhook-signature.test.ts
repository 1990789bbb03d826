import { describe, expect, it } from "vitest";
import { secretBytes } from "./webhook-signature.js";

const of = (bytes: number): string => Buffer.alloc(bytes, 9).toString("base64");

describe("secretBytes", () => {
  it("reads 24 to 64 bytes", () => {
    for (const bytes of [24, 25, 26, 64]) expect(secretBytes(`whsec_${of(bytes)}`)).toHaveLength(bytes);
  });

  it.each([
    "",
    "whsec_",
    of(24),
    `whsec_${of(23)}`,
    `whsec_${of(65)}`,
    `whsec_${of(24).slice(0, -1)}`,
    `whsec_${"a".repeat(33)}`,
  ])("does not take %j", (secret) => expect(secretBytes(secret)).toBeUndefined());
});
