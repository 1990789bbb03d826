import { jsonEqual } from "@cmgen/model/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FieldMask } from "./field-mask.js";
import { fieldOf, type FieldStep, type HiddenField } from "./field-path.js";
import { isJsonObject, type JsonObject } from "./json-object.js";
import { withKeptFields } from "./kept-fields.js";
import { sealed } from "./sealed-fields.js";

/** Few names, so that paths often lead somewhere. */
const names = fc.constantFrom("a", "b", "id", "__proto__", 'quo"te');
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(1, -1.5e-21, "x", 'q"\\\\', "ü{[,", null, true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3 }),
  ),
}));
const objects = fc
  .dictionary(names, values, { maxKeys: 4 })
  .map((object) => JSON.parse(JSON.stringify(object)) as object);
const steps = fc.oneof<fc.Arbitrary<FieldStep>[]>(names, fc.constant(null), fc.constant({ key: "id" }));
const fields = fc
  .tuple(fc.array(steps, { maxLength: 3 }), names, fc.boolean())
  .map(([path, last, nullable]): HiddenField => ({ path: [...path, last], ...(nullable && { nullable: true }) }));
const masks = fc.array(fields, { minLength: 1, maxLength: 3 });

/** As the fields say it, one after the other. */
function without(value: unknown, [step, ...rest]: readonly FieldStep[]): unknown {
  if (Array.isArray(value)) {
    const path =
      step === undefined || typeof step === "string" ? [...(step === undefined ? [] : [step]), ...rest] : rest;
    return value.map((item) => without(item, path));
  }
  if (!isJsonObject(value) || step === undefined) return value;
  const isMeant = (name: string): boolean => typeof step !== "string" || name === step;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    !isMeant(name) ? [[name, member]] : rest.length === 0 ? [] : [[name, without(member, rest)]],
  );
  return Object.fromEntries(members);
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

const bytesOf = (object: object): Uint8Array => Buffer.from(JSON.stringify(object));
const only = (dotted: string): FieldMask => new FieldMask([fieldOf(dotted)]);

describe("a mask", () => {
  it("leaves out its fields and nothing else, of an object and of its bytes", () => {
    // A step for items and one for a property at one place would be two types of one list, which no model has.
    fc.assert(
      fc.property(objects, fields, (object, field) => {
        const mask = new FieldMask([field]);
        const expected = without(object, field.path);
        expect(mask.shown(frozen(object))).toEqual(expected);
        expect(Buffer.from(mask.shownBytes(bytesOf(object))).toString()).toBe(JSON.stringify(mask.shown(object)));
        const spaced = Buffer.from(JSON.stringify(object, undefined, 1));
        expect(JSON.parse(Buffer.from(mask.shownBytes(spaced)).toString())).toEqual(expected);
      }),
    );
  });

  it("returns the same object and the same bytes where there is none of its fields", () => {
    const [object, data] = [{ spec: { a: [1] } }, bytesOf({ spec: { a: [1] } })];
    expect(only("spec.password").shown(object)).toBe(object);
    expect(only("spec.password").shownBytes(data)).toBe(data);
    const elsewhere = bytesOf({ password: 1, spec: { note: '"password":' } });
    expect(only("spec.password").shownBytes(elsewhere)).toBe(elsewhere);
  });

  it("takes dotted paths through lists of any depth", () => {
    const object = { spec: { hosts: [{ token: 1, url: "u" }, [{ token: 2 }], "x"] } };
    expect(only("spec.hosts.token").shown(object)).toEqual({ spec: { hosts: [{ url: "u" }, [{}], "x"] } });
  });

  it("never shows what is hidden, and loses nothing of it when what was shown is written back", () => {
    fc.assert(
      fc.property(objects, masks, (object, hidden) => {
        const mask = new FieldMask(hidden);
        const shown = mask.shown(frozen(object));
        expect(mask.shown(shown)).toBe(shown);
        const kept = withKeptFields({ sent: frozen(shown), stored: object }, mask.tree);
        expect(jsonEqual(kept, object)).toBe(true);
      }),
    );
  });

  it("is sealed such that seals are opened where they are, and are not what was there", () => {
    fc.assert(
      fc.property(objects, masks, (object, hidden) => {
        const mask = new FieldMask(hidden);
        const { object: outside, unsealed } = sealed(frozen(object), mask.tree);
        expect(mask.shown(outside)).toEqual(mask.shown(object));
        expect(jsonEqual(unsealed(outside)?.object, object)).toBe(true);
      }),
    );
  });
});

describe("a field that is not shown", () => {
  const { tree } = new FieldMask([
    { path: ["password"] },
    { path: ["pin"], nullable: true },
    { path: ["hosts", { key: "id" }, "token"] },
    { path: ["boxes", null, "token"] },
  ]);
  const stored = frozen({
    password: "p",
    pin: "1",
    hosts: [
      { id: 1, token: "one" },
      { id: 2, token: "two" },
    ],
    boxes: [
      { name: "a", token: "ta" },
      { name: "a", token: "tb" },
    ],
  });
  it.each<[string, JsonObject, JsonObject]>([
    ["keeps its value", {}, { password: "p", pin: "1" }],
    ["gets another", { password: "q" }, { password: "q", pin: "1" }],
    ["is removed by null, or set to it", { password: null, pin: null }, { pin: null }],
    [
      "goes with the item that has its key, whatever else changes",
      { hosts: [{ id: 2, url: "u" }, { id: 3 }] },
      { password: "p", pin: "1", hosts: [{ id: 2, url: "u", token: "two" }, { id: 3 }] },
    ],
    [
      "goes with an item that is as it was shown, each once",
      { boxes: [{ name: "b" }, { name: "a" }, { name: "a", token: "new" }, { name: "a" }] },
      {
        password: "p",
        pin: "1",
        boxes: [{ name: "b" }, { name: "a", token: "ta" }, { name: "a", token: "new" }, { name: "a" }],
      },
    ],
    ["is gone with what held it", { hosts: null, boxes: "x" }, { password: "p", pin: "1", hosts: null, boxes: "x" }],
  ])("%s", (_, sent, expected) => {
    expect(withKeptFields({ sent: frozen(sent), stored }, tree)).toEqual(expected);
  });

  it("does not show up where a patch copies it to", () => {
    const { object, unsealed } = sealed(stored, tree);
    const { password } = object as { readonly password: string };
    expect(unsealed({ note: password })).toBeUndefined();
    expect(unsealed({ note: `${password}0` })).toBeUndefined();
    const copied = unsealed({ hosts: [{ id: 9, token: password }] });
    expect(copied).toEqual({ object: { hosts: [{ id: 9, token: "p" }] }, sent: [["hosts", 0, "token"]] });
  });
});
