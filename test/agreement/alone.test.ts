import { afterAll, beforeAll, expect, test } from "vitest";

import { alone } from "./cases/alone.js";
import { families } from "./cases/families.js";
import { placeCases } from "./harness/agreement-case.js";
import { writePlugin } from "./harness/agreement-plugin.js";
import { emittedModels } from "./harness/emitted-models.js";
import { ownCases } from "./harness/own-names.js";

const cases = ownCases(placeCases({ alone, ...families })).slice(0, 320);

let plugin: ReturnType<typeof writePlugin>;
let together: ReadonlyMap<string, string>;

beforeAll(async () => {
  plugin = writePlugin(cases);
  together = await emittedModels(plugin.root, cases);
}, 120_000);

afterAll(() => plugin.dispose());

test("there are more than 300 models", () => expect(cases.length).toBeGreaterThan(300));

test.each(cases.map((one) => [one.id, one] as const))("%s is generated alone as beside all others", async (_, one) => {
  const [text] = [...(await emittedModels(plugin.root, [one])).values()];
  expect(text).toContain("types.ts");
  expect(text).toBe(together.get(one.kind));
});
