import fc from "fast-check";
import { expect, test } from "vitest";
import { isSecret, MAX_SECRET_LENGTH, newSecret, secretHash, type SecretUse } from "./secret.js";

const uses: readonly SecretUse[] = ["token", "session", "reset"];

test("secrets have a prefix that scanners can find, and are no two alike", () => {
  const secrets = Array.from({ length: 1000 }, () => newSecret("token"));
  for (const secret of secrets) expect(secret).toMatch(/^cmgen_[0-9A-Za-z]{49}$/);
  expect(new Set(secrets).size).toBe(1000);
  expect(newSecret("session")).toMatch(/^cmgen_session_[0-9A-Za-z]{49}$/);
  expect(newSecret("session")).toHaveLength(MAX_SECRET_LENGTH);
});

test("a secret is one for its own use alone", () => {
  for (const use of uses) {
    const secret = newSecret(use);
    expect(uses.filter((other) => isSecret(other, secret))).toEqual([use]);
  }
});

test("a secret with another character at any place is none", () => {
  const secret = newSecret("token");
  fc.assert(
    fc.property(fc.nat(secret.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (place, character) => {
      fc.pre(secret[place] !== character);
      return !isSecret("token", secret.slice(0, place) + character + secret.slice(place + 1));
    }),
  );
});

test.each(["", "cmgen_", "cmgen_session_", `cmgen_${"0".repeat(49)}\n`, "0".repeat(55), "cmgen_ü", `cmgen_\0`])(
  "%j is no secret",
  (text) => expect(uses.some((use) => isSecret(use, text))).toBe(false),
);

test("a hash is that of the whole secret", () => {
  const secret = newSecret("token");
  expect(secretHash(secret)).toMatch(/^[\w-]{43}$/);
  expect(secretHash(secret)).not.toBe(secretHash(`${secret} `));
});
