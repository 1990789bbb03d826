import fc from "fast-check";
import type { Conversion, ModelDescriptor } from "@cmgen/runtime/database";

/** How a field of the storage version looks in the other: `kept` is not there at all. */
type Change = "same" | "renamed" | "scaled" | "nested" | "split" | "kept";

interface Field {
  readonly name: string;
  readonly change: Change;
}

type Spec = Record<string, unknown>;

/** What a field holds, whatever a version makes of it: one of a few values, or nothing. */
export type Value = number | null;

/** Two versions of a kind, `v2` being the one that is stored, and what objects of given values look like in each. */
export interface VersionPair {
  readonly fields: readonly Field[];
  /** The older version as the only one there is. */
  readonly alone: ModelDescriptor;
  readonly v1: ModelDescriptor;
  readonly v2: ModelDescriptor;
  specOf(version: "v1" | "v2", values: readonly Value[]): Spec;
  /** Of `specOf`, what one field makes; `null` for nothing, as a merge patch has it. */
  patchOf(version: "v1" | "v2", field: number, value: Value): Spec;
  /** What selects objects by the first field. */
  readonly index: { readonly v1: string; readonly v2: string };
}

/** The first field is indexed, so it is one whose values both versions have alike; the second is one that only the stored version has. */
export const versionPairs: fc.Arbitrary<VersionPair> = fc
  .tuple(
    fc.constantFrom<Change>("same", "renamed", "nested"),
    fc.array(fc.constantFrom<Change>("same", "renamed", "scaled", "nested", "split", "kept"), {
      minLength: 1,
      maxLength: 5,
    }),
  )
  .map(([indexed, others]) =>
    pairOf([indexed, "kept" as const, ...others].map((change, at) => ({ name: `f${at}`, change }))),
  );

const words = ["red", "green", "blue"];

/** The member that a field is in `v2`, and what it holds. */
function stored({ name, change }: Field, value: number): readonly [member: string, value: unknown] {
  if (change === "scaled") return [name, value];
  if (change === "nested") return [name, { value: words[value] }];
  return [name, change === "split" ? { first: words[value], last: String(value) } : words[value]];
}

/** The same in `v1`. */
function shown({ name, change }: Field, value: number): readonly [member: string, value: unknown] | undefined {
  if (change === "kept") return undefined;
  if (change === "scaled") return [name, value * 10];
  if (change === "split") return [name, `${words[value]} ${value}`];
  return [change === "renamed" ? `old_${name}` : name, words[value]];
}

function pairOf(fields: readonly Field[]): VersionPair {
  const conversion = conversionOf(fields);
  const [first] = fields;
  const member = first?.change === "renamed" ? "old_f0" : "f0";
  const ofStored = (spec: Spec): unknown => (first?.change === "nested" ? (spec["f0"] as Spec)?.["value"] : spec["f0"]);
  const v2 = model("v2", { index: "spec.f0", extract: ofStored, conversions: new Map([["v1", conversion]]) });
  const alone = model("v1", { index: `spec.${member}`, extract: (spec) => spec[member] });
  const partOf = (version: "v1" | "v2", field: Field, value: number) =>
    version === "v1" ? shown(field, value) : stored(field, value);
  return {
    fields,
    alone,
    v1: { ...alone, storage: v2 },
    v2,
    specOf: (version, values) =>
      Object.fromEntries(
        fields.flatMap((field, at) => {
          const value = values[at] ?? null;
          const part = value === null ? undefined : partOf(version, field, value);
          return part === undefined ? [] : [part];
        }),
      ),
    patchOf(version, at, value) {
      const field = fields[at];
      const part = field && partOf(version, field, value ?? 0);
      return part === undefined ? {} : { [part[0]]: value === null ? null : part[1] };
    },
    index: { v1: `spec.${member}`, v2: "spec.f0" },
  };
}

/** As an author would write it: member by member, without a look at how values are made. */
function conversionOf(fields: readonly Field[]): Conversion {
  return {
    from: (old, before) => {
      const given = (old as { spec: Spec }).spec;
      const kept = (before as { spec: Spec } | undefined)?.spec;
      const spec: Spec = {};
      for (const { name, change } of fields) {
        const value = change === "kept" ? kept?.[name] : given[change === "renamed" ? `old_${name}` : name];
        if (value === undefined) continue;
        if (change === "scaled") spec[name] = Number(value) / 10;
        else if (change === "nested") spec[name] = { value };
        else if (change === "split") {
          const [one, two] = String(value).split(" ");
          spec[name] = { first: one, last: two };
        } else spec[name] = value;
      }
      return { spec };
    },
    to: (object) => {
      const { spec: given } = object as { spec: Spec };
      const spec: Spec = {};
      for (const { name, change } of fields) {
        const value = given[name];
        if (value === undefined || change === "kept") continue;
        if (change === "scaled") spec[name] = Number(value) * 10;
        else if (change === "nested") spec[name] = (value as Spec)["value"];
        else if (change === "split") spec[name] = Object.values(value as Spec).join(" ");
        else spec[change === "renamed" ? `old_${name}` : name] = value;
      }
      return { spec };
    },
  };
}

interface ModelParts {
  readonly index: string;
  readonly extract: (spec: Spec) => unknown;
  readonly conversions?: ReadonlyMap<string, Conversion>;
}

function model(version: string, { index, extract, conversions }: ModelParts): ModelDescriptor {
  return {
    group: "things.example.com",
    version,
    kind: "Thing",
    plural: "things",
    singular: "thing",
    table: "things_example_com_things",
    labelTable: "things_example_com_things___labels",
    statusSubresource: false,
    validate: () => [],
    indexes: [
      {
        name: index,
        type: "string",
        unique: false,
        order: "ASC",
        multi: false,
        column: "x_f0",
        fingerprint: version,
        extract: (object) => extract((object as { spec: Spec }).spec),
      },
    ],
    ...(conversions && { conversions }),
  };
}

/** What the first field holds for a value, as a selector has it. */
export function selectedWord(value: number): string {
  return words[value] ?? "";
}
