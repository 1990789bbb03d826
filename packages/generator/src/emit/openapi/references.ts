/** Members whose values are the author's JSON: a `$ref` in them is data. */
const jsonMembers = new Set(["example", "default", "const", "enum"]);

/** A copy with other references. */
export function withRefs<T>(value: T, refs: ReadonlyMap<string, string>): T {
  // A copy of JSON with other texts in it has the same form.
  return refs.size === 0 ? value : (mapTexts(value, (text) => refs.get(text) ?? text) as T);
}

/** References in a part of a document. */
export function refsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  collectRefs(value, found);
  return found;
}

/** A walk of its own: whole documents are searched, and a copy of one takes longer than making it. */
function collectRefs(value: unknown, found: string[], isReference = false): void {
  if (typeof value === "string" && isReference) found.push(value);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) for (const item of value) collectRefs(item, found);
  else
    for (const [name, member] of Object.entries(value)) {
      if (jsonMembers.has(name) && !isReference) continue;
      collectRefs(member, found, name === "$ref" || name === "mapping" || (isReference && typeof member === "string"));
    }
}

/** Changes the texts that are references: of `$ref`, and in the mapping of a discriminator. */
function mapTexts(value: unknown, change: (text: string) => string, isReference = false): unknown {
  if (typeof value === "string") return isReference ? change(value) : value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    if (jsonMembers.has(name) && !isReference) return [name, member];
    const refers = name === "$ref" || (isReference && typeof member === "string");
    return [name, mapTexts(member, change, refers || name === "mapping")];
  });
  return Object.fromEntries(members) as object;
}
