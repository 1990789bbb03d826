import fc from "fast-check";
import { expect, test } from "vitest";

import { hostileText } from "./hostile-text.test.fixture.js";
import { propertyAccess, propertyKey } from "./property-key.js";

const evaluate = (expression: string): unknown => new Function(`return ${expression}`)();

test("a key names its property, and what reads it finds it, whatever the name", () => {
  fc.assert(
    fc.property(hostileText, (name) => {
      // Written as a key, this one sets the prototype.
      if (name !== "__proto__")
        expect(Object.keys(evaluate(`({ ${propertyKey(name)}: 1 })`) as object)).toEqual([name]);
      const object = Object.fromEntries([[name, 1]]);
      expect(new Function("object", `return object${propertyAccess(name)}`)(object)).toBe(1);
    }),
    { numRuns: 500 },
  );
});
