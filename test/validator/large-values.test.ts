import { describe, expect, test } from "vitest";
import {
  array,
  named,
  object,
  ref,
  scalar,
  string,
  union,
} from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { validatorOf } from "./check-value.js";

describe("large and hostile values", () => {
  test("a long list of bad items costs time in proportion, and is answered in part", () => {
    const item = named("Item", object({ name: string() }));
    const validate = validatorOf(array(ref("Item")), [item]);
    const { violations } = validate(Array.from({ length: 500_000 }, () => ({ nmae: 1 })));
    expect(violations.length).toBeLessThanOrEqual(200);
    expect(violations.length).toBeGreaterThanOrEqual(100);
  });

  test("a deep value of a union that nothing tells apart costs time in proportion", () => {
    const expression = union(
      object({ "left?": ref("Expression"), "right?": ref("Expression"), a: scalar("integer") }),
      object({ "left?": ref("Expression"), "right?": ref("Expression"), a: string() }),
    );
    const validate = validatorOf(ref("Expression"), [named("Expression", expression)]);
    const nested = (leaf: unknown): object => {
      let tree: unknown = leaf;
      for (let depth = 0; depth < 200; depth++) tree = { a: depth % 3 === 0 ? 1 : "x", left: tree, right: { a: 1 } };
      return tree as object;
    };
    expect(validate(nested({ a: 1 })).violations).toEqual([]);
    expect(validate(nested({ a: true })).violations).toHaveLength(1);
    const reused = nested({ a: 1 }) as { a: unknown };
    expect(validate(reused).violations).toEqual([]);
    reused.a = true;
    expect(validate(reused).violations).toHaveLength(1);
  });

  test("a deep value is held as deep as it is", () => {
    const validate = validatorOf(ref("Tree"), [
      named("Tree", object({ "child?": ref("Tree"), n: { type: scalar("integer"), default: 1 } })),
    ]);
    let tree: object = {};
    for (let depth = 0; depth < 1000; depth++) tree = { child: tree };
    expect(validate(tree).violations).toEqual([]);
  });
});
