import type { Value } from "./agreement-case.js";

type ObjectValue = Readonly<Record<string, Value | undefined>>;

/** Most mutants of one case. */
const limit = 60;

/**
 * Values made from accepted ones by one change each, the same on every run. A mutant has several forms where a property was removed:
 * without it, and with it being `undefined`; in JSON these are one value.
 */
export function mutantsOf(accepted: readonly Value[]): readonly (readonly Value[])[] {
  const all = accepted.flatMap((value) => [...changed(value), ...accepted.flatMap((other) => crossed(value, other))]);
  const distinct = [...new Map(all.map((forms) => [JSON.stringify(forms[0]), forms])).values()];
  if (distinct.length <= limit) return distinct;
  return Array.from({ length: limit }, (_, at) => distinct[Math.floor((at * distinct.length) / limit)]!);
}

function changed(value: Value): readonly (readonly Value[])[] {
  const replaced = replacements(value).map((other) => [other]);
  if (Array.isArray(value)) return [...replaced, ...changedItems(value as readonly Value[])];
  return isObject(value) ? [...replaced, ...changedProperties(value)] : replaced;
}

/** Other values, some of them of another kind. */
function replacements(value: Value): readonly Value[] {
  switch (typeof value) {
    case "string":
      return [`${value}x`, value.slice(1), value.toUpperCase(), "0", 1, null, true, [value], {}];
    case "number":
      return [value + 1, value + 0.5, -value, String(value), null, false, [value]];
    case "boolean":
      return [!value, String(value), 0, null];
    default:
      return value === null ? ["null", 0, false, {}, []] : [null, "x", 7, true, Array.isArray(value) ? {} : [value]];
  }
}

function changedItems(items: readonly Value[]): readonly (readonly Value[])[] {
  const [first = "x"] = items;
  const inner = items.flatMap((item, at) => changed(item).map((forms) => forms.map((form) => items.with(at, form))));
  return [
    [items.slice(0, -1)],
    [[...items, first]],
    [items.toReversed()],
    [[]],
    [[...items, null]],
    ...inner.map((x) => x),
  ];
}

function changedProperties(value: ObjectValue): readonly (readonly Value[])[] {
  const inner = Object.entries(value).flatMap(([name, part]) =>
    part === undefined ? [] : changed(part).map((forms) => forms.map((form) => ({ ...value, [name]: form }))),
  );
  const removed = Object.keys(value).map((name) => [without(value, name), { ...value, [name]: undefined }]);
  return [[{ ...value, zz: 1 }], [{ ...value, zz: "zz" }], ...removed, ...inner];
}

/** `value` with one property as another accepted value has it. */
function crossed(value: Value, other: Value): readonly (readonly Value[])[] {
  if (!isObject(value) || !isObject(other)) return [];
  return Object.entries(other).map(([name, part]) => [{ ...value, [name]: part }]);
}

function without(value: ObjectValue, name: string): ObjectValue {
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
}

function isObject(value: Value): value is ObjectValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
