import { expect, it } from "vitest";
import { pageSizes } from "../../packages/console/page-sizes.mjs";

it("the first page of the console is at most 250 KB over the wire", () => {
  const { first, later } = pageSizes();
  expect(first).toBeLessThan(250 * 1024);
  // The editor is not in it.
  expect(later).toBeGreaterThan(100 * 1024);
});
