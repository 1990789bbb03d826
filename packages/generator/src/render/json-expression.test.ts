import fc from "fast-check";
import { expect, test } from "vitest";

import type { Json } from "../model/type.js";
import { hostileText } from "./hostile-text.test.fixture.js";
import { jsonExpression } from "./json-expression.js";

const evaluate = (expression: string): unknown => new Function(`return (${expression})`)();

test("evaluates to its value, whatever the value", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(hostileText, hostileText)), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      expect(evaluate(jsonExpression(json))).toEqual(json);
    }),
  );
});

test("__proto__ is a property like any other", () => {
  const value = JSON.parse('{"__proto__": {"a": 1}}') as Json;
  expect(Object.keys(evaluate(jsonExpression(value)) as object)).toEqual(["__proto__"]);
});
