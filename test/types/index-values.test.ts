import type { Where } from "@cmgen/client";
import { expect, expectTypeOf, test } from "vitest";

import type { TaskIndexes } from "../../examples/tasks/src/generated/v1alpha1/client.js";

// Every `@ts-expect-error` is an error of its own where the line below it compiles.

test("an index on a path keeps the values of an enumeration and of a union of literals", () => {
  expectTypeOf<TaskIndexes["spec.priority"]["value"]>().toEqualTypeOf<"LOW" | "NORMAL" | "HIGH">();
  expectTypeOf<TaskIndexes["status.phase"]["value"]>().toEqualTypeOf<"OPEN" | "DONE">();
  const wheres: Where<TaskIndexes>[] = [
    { "spec.priority": "LOW", "status.phase": { in: ["OPEN"] }, "spec.project": "any" },
    { "spec.priority": { startsWith: "H", gt: "A" } },
    { "spec.planned.end": { gte: "2030-01-01T00:00:00Z", lt: new Date() } },
    // @ts-expect-error no priority
    { "spec.priority": "LWO" },
    // @ts-expect-error no phase
    { "status.phase": { in: ["OPEN", "DOEN"] } },
    // @ts-expect-error no phase
    { "status.phase": { ne: "open" } },
  ];
  expect(wheres).toHaveLength(6);
});
