import { membersOf, type Members } from "./members.js";

/** A schema with the components that it refers to, directly or by others, below `$defs`. */
export function withReferenced(schema: unknown, components: Members): Members {
  const schemas = membersOf(components["schemas"]);
  const named = new Set<string>();
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rewriteMember(key, member)]));
  };
  const rewriteMember = (key: string, member: unknown): unknown => {
    if (key !== "$ref" || typeof member !== "string" || !member.startsWith(PREFIX)) return rewrite(member);
    const name = member.slice(PREFIX.length);
    named.add(name);
    return `#/$defs/${name}`;
  };
  const own = membersOf(rewrite(schema));
  const defs: Record<string, unknown> = {};
  // A set goes through what is added to it on the way.
  for (const name of named) defs[name] = rewrite(schemas[name]);
  return named.size === 0 ? own : { ...own, $defs: defs };
}

const PREFIX = "#/components/schemas/";

/** The component that a reference leads to, such as a parameter or a body. */
export function dereferenced(value: unknown, components: Members): Members {
  const { $ref: reference } = membersOf(value);
  if (typeof reference !== "string") return membersOf(value);
  const [, section = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
  return membersOf(membersOf(components[section])[name]);
}

/** The schema of a body or of an answer in JSON; undefined for one of another form. */
export function bodySchema(part: unknown, components: Members): unknown {
  const { content } = dereferenced(part, components);
  return membersOf(membersOf(content)["application/json"])["schema"];
}
