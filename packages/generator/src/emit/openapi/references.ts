import { componentRef, componentSections } from "./component-ref.js";
import type { OpenApiDocument } from "./document.js";

/** Members whose values are the author's JSON: a `$ref` in them is data. */
const jsonMembers = new Set(["example", "examples", "default", "const", "enum"]);

/** Members that have members of any name: `default` is a property, or a response. */
const maps = new Set(["properties", "patternProperties", "responses"]);

/** What an object or a text is in a document. */
type Place = "plain" | "map" | "reference";

/** What a member is, by what the object is that has it; undefined for JSON of the author. */
function placeOf(name: string, owner: Place): Place | undefined {
  if (owner !== "plain") return owner === "map" ? "plain" : "reference";
  if (jsonMembers.has(name)) return undefined;
  if (name === "$ref" || name === "mapping") return "reference";
  return maps.has(name) ? "map" : "plain";
}

/** A copy with other references: of `$ref`, and in the mapping of a discriminator. */
export function withRefs<T>(value: T, refs: ReadonlyMap<string, string>): T {
  // A copy of JSON with other texts in it has the same form.
  return refs.size === 0 ? value : (changed(value, refs, "plain") as T);
}

function changed(value: unknown, refs: ReadonlyMap<string, string>, place: Place): unknown {
  if (typeof value === "string") return place === "reference" ? (refs.get(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => changed(item, refs, "plain"));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const inner = placeOf(name, place);
    return [name, inner === undefined ? member : changed(member, refs, inner)];
  });
  return Object.fromEntries(members) as object;
}

/** References in a part of a document. */
export function refsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  collectRefs(value, found, "plain");
  return found;
}

/** A walk of its own: whole documents are searched, and a copy of one takes longer than making it. */
function collectRefs(value: unknown, found: string[], place: Place): void {
  if (typeof value === "string" && place === "reference") found.push(value);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) for (const item of value) collectRefs(item, found, "plain");
  else
    for (const [name, member] of Object.entries(value)) {
      const inner = placeOf(name, place);
      if (inner !== undefined) collectRefs(member, found, inner);
    }
}

/** The document without the components that nothing in its paths leads to. */
export function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const { paths, components } = document;
  const all = componentSections.flatMap((section) =>
    Object.entries(components[section]).map(([name, value]): [string, unknown] => [
      componentRef(section, name).$ref,
      value,
    ]),
  );
  const byRef = new Map(all);
  const used = new Set(refsIn(paths));
  // A set goes through what is added to it on the way.
  for (const ref of used) for (const further of refsIn(byRef.get(ref))) used.add(further);
  const kept = componentSections.map((section) => {
    const entries = Object.entries(components[section]);
    return [section, Object.fromEntries(entries.filter(([name]) => used.has(componentRef(section, name).$ref)))];
  });
  return { ...document, components: { ...components, ...(Object.fromEntries(kept) as Partial<typeof components>) } };
}
