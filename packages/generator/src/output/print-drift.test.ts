import { expect, test } from "vitest";

import { printDrift } from "./print-drift.js";

test("new, changed and removed files as git prints them", async () => {
  const text = await printDrift([
    { path: "a.ts", after: "1\n" },
    { path: "b.ts", before: "1\n2\n3\n", after: "1\n2\n4\n" },
    { path: "c.ts", before: "1\n" },
  ]);
  expect(text).toBe(
    [
      "--- /dev/null",
      "+++ b/a.ts",
      "@@ -0,0 +1,1 @@",
      "+1",
      "--- a/b.ts",
      "+++ b/b.ts",
      "@@ -1,3 +1,3 @@",
      " 1",
      " 2",
      "-3",
      "+4",
      "--- a/c.ts",
      "+++ /dev/null",
      "@@ -1,1 +0,0 @@",
      "-1",
      "",
    ].join("\n"),
  );
});
