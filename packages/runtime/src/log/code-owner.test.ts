import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { ownedSignal, runningOwner } from "./code-owner.js";

it("an owned signal follows another one, in its owner's name, until it is released", () => {
  const owner = { plugin: "people" };
  const [followed, left] = [new AbortController(), new AbortController()];
  const { signal } = ownedSignal(owner, followed.signal);
  let heard: unknown;
  signal.addEventListener("abort", () => (heard = runningOwner()));
  followed.abort("enough");
  expect([signal.reason, heard]).toEqual(["enough", owner]);
  const other = ownedSignal(owner, left.signal);
  expect(getEventListeners(left.signal, "abort")).toHaveLength(1);
  other.release();
  left.abort();
  expect(other.signal.aborted).toBe(false);
  expect(ownedSignal(owner, followed.signal).signal.aborted).toBe(true);
});
