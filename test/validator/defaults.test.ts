import { describe, expect, test } from "vitest";
import {
  array,
  literal,
  model,
  modelRef,
  named,
  object,
  project,
  record,
  ref,
  scalar,
  string,
  tagged,
  tuple,
  nothing,
} from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { validatorOf } from "./check-value.js";
import { loadValidators } from "./load-validators.js";
import type { NamedType, Type } from "../../packages/generator/src/model/type.js";

describe("defaults", () => {
  const fill = (type: Type, value: unknown, types: readonly NamedType[] = []) => validatorOf(type, types)(value);

  test("are written where a property is absent, nested ones too, before the check", () => {
    const inner = object({ n: { type: scalar("integer"), default: 1 } });
    const type = object({
      active: { type: scalar("boolean"), default: true },
      "inner?": inner,
      "list?": array(inner),
      "map?": record(inner),
      "pair?": tuple([inner, inner]),
      whole: { type: inner, default: {} },
    });
    expect(fill(type, { inner: {}, list: [{}, { n: 2 }], map: { a: {} }, pair: [{}, {}] })).toEqual({
      violations: [],
      value: {
        active: true,
        inner: { n: 1 },
        list: [{ n: 1 }, { n: 2 }],
        map: { a: { n: 1 } },
        pair: [{ n: 1 }, { n: 1 }],
        whole: { n: 1 },
      },
    });
    expect(fill(type, { active: null }).violations).toEqual(["/active type: must be true or false"]);
  });

  test("are fresh each time", () => {
    const validate = validatorOf(object({ list: { type: array(string()), default: [] } }));
    const [one, two] = [validate({}), validate({})] as { value: { list: string[] } }[];
    one?.value.list.push("x");
    expect(two?.value.list).toEqual([]);
  });

  test("are those of the member that the tag names", () => {
    const type = tagged(
      "type",
      object({ type: literal("a"), x: { type: scalar("integer"), default: 1 } }),
      object({ type: literal("b"), y: { type: scalar("integer"), default: 2 } }),
      nothing,
    );
    expect(fill(type, { type: "b" })).toEqual({ violations: [], value: { type: "b", y: 2 } });
    expect(fill(type, null).violations).toEqual([]);
  });

  test("are found through names and models", () => {
    const types = [
      named("Leaf", object({ n: { type: scalar("integer"), default: 7 } })),
      named("Tree", object({ "left?": ref("Tree"), "leaf?": ref("Leaf") })),
    ];
    expect(fill(ref("Tree"), { left: { left: { leaf: {} } } }, types)).toEqual({
      violations: [],
      value: { left: { left: { leaf: { n: 7 } } } },
    });
    const envelope = { apiVersion: "things.example.com/v1alpha1", kind: "Other", metadata: { name: "a" } };
    const other = model("Other", object({ n: { type: scalar("integer"), default: 7 } }));
    const validate = loadValidators(project([other, model("Thing", object({ "other?": modelRef("Other") }))])).get(
      "Thing",
    );
    const thing = { ...envelope, kind: "Thing", spec: { other: { ...envelope, spec: {} } } };
    expect(validate?.(thing)).toEqual([]);
    expect(thing.spec.other.spec).toEqual({ n: 7 });
  });

  test("never reach what every object inherits", () => {
    const type = object({
      ["__proto__?"]: object({ polluted: { type: scalar("boolean"), default: true } }),
      constructor: { type: string(), default: "mine" },
    });
    expect(fill(type, {})).toEqual({ violations: [], value: { constructor: "mine" } });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
