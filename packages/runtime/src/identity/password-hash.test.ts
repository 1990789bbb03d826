import { expect, test } from "vitest";
import { hashInTurn } from "./hash-queue.js";
import { hashPassword, isCheaper, isPassword, noPassword, parseHash, scryptCost } from "./password-hash.js";

const cheap = { ln: 4, r: 8, p: 1 };

test("a password is known by its hash, and by no other", async () => {
  const hash = parseHash(await hashPassword("correct horse", cheap));
  expect(await isPassword("correct horse", hash)).toBe(true);
  for (const other of ["correct horse ", "Correct horse", "", "correct\0horse"])
    expect(await isPassword(other, hash)).toBe(false);
  expect(await isPassword("", noPassword(cheap))).toBe(false);
});

test("two hashes of one password differ, and say what they cost", async () => {
  const [one, other] = [await hashPassword("x", cheap), await hashPassword("x", cheap)];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect([isCheaper(parseHash(one)), isCheaper(parseHash(one), cheap)]).toEqual([true, false]);
});

test("the parameters are OWASP's: 128 MiB", () => {
  expect(scryptCost).toEqual({ ln: 17, r: 8, p: 1 });
  expect(128 * scryptCost.r * 2 ** scryptCost.ln).toBe(128 * 1024 * 1024);
});

test.each(["", "$scrypt$", "$2b$10$abc", "$scrypt$ln=99999,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA"])(
  "%j is no hash that can be read",
  (text) => expect(() => parseHash(text)).toThrow("has a form that this release does not know"),
);

test("two are hashed at a time, some wait, and the others are refused at once", async () => {
  let running = 0;
  let most = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const run = (): Promise<void> =>
    hashInTurn(async () => {
      running += 1;
      most = Math.max(most, running);
      await held;
      running -= 1;
    });
  const admitted = Array.from({ length: 34 }, run);
  await expect(run()).rejects.toMatchObject({ code: "TooManyRequests", headers: { "retry-after": "2" } });
  release();
  await Promise.all(admitted);
  expect([most, running]).toEqual([2, 0]);
  // One that fails gives its place back.
  await expect(hashInTurn(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await hashInTurn(async () => undefined);
});
