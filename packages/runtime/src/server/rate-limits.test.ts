import { expect, it } from "vitest";
import { ApiError } from "../error/api-error.js";
import { RateLimiter } from "./rate-limits.js";

it("answers a burst, and then as many as time has passed for", () => {
  let now = 0;
  const limiter = new RateLimiter("user", { perSecond: 2, burst: 3 }, () => now);
  const answered = (key: string): boolean => {
    try {
      limiter.take(key);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      expect((error as ApiError).headers["retry-after"]).toBe("1");
      return false;
    }
  };
  expect([1, 2, 3, 4].map(() => answered("ann"))).toEqual([true, true, true, false]);
  expect(answered("bob")).toBe(true);
  now = 499;
  expect(answered("ann")).toBe(false);
  now = 1000;
  expect([1, 2, 3].map(() => answered("ann"))).toEqual([true, true, false]);
  now = 1_000_000;
  expect([1, 2, 3, 4].map(() => answered("ann"))).toEqual([true, true, true, false]);
});

it("refuses limits that are not numbers above zero", () => {
  expect(() => new RateLimiter("address", { perSecond: 0 })).toThrow(
    "rateLimits.address.perSecond must be a number above 0, not 0",
  );
  expect(() => new RateLimiter("user", { perSecond: 1, burst: Number.NaN })).toThrow("rateLimits.user.burst");
});
