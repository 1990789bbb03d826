import { readFile } from "node:fs/promises";
import type { FieldTest } from "../access/read-roles.js";
import { isJsonObject, type JsonObject, memberOf } from "../document/json-object.js";

/**
 * Which fields objects have, by the service's OpenAPI document. Roles that are objects name fields, and no compiler has compared these with the
 * models: a field that was misspelt, or has another name in this release, would be shown.
 *
 * @returns undefined where there is no document: then nobody can say.
 */
export async function readFieldTest(file: URL): Promise<FieldTest | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const document: unknown = JSON.parse(text);
  return isJsonObject(document) ? fieldTest(document) : undefined;
}

/** What is not in the document, as internal models are not, has any field. */
function fieldTest(document: JsonObject): FieldTest {
  const resolve = (node: unknown): JsonObject => {
    const reference = isJsonObject(node) ? memberOf(node, "$ref") : undefined;
    if (typeof reference === "string") return resolve(at(document, reference.split("/").slice(1)));
    return isJsonObject(node) ? node : {};
  };
  return ({ group, plural }, path) => {
    const shown = Object.entries(resolve(memberOf(document, "paths")))
      .filter(([route]) => route.startsWith(`/apis/${group}/`) && route.endsWith(`/${plural}/{name}`))
      .map(([, operations]) => shownSchema(resolve(operations), resolve));
    return shown.length === 0 || shown.some((schema) => has(schema, path, resolve));
  };
}

type Resolve = (node: unknown) => JsonObject;

function shownSchema(operations: JsonObject, resolve: Resolve): unknown {
  const answers = resolve(memberOf(resolve(memberOf(operations, "get")), "responses"));
  return at(resolve(memberOf(answers, "200")), ["content", "application/json", "schema"]);
}

/** Lists are passed through, as paths of fields do. */
function has(node: unknown, path: readonly string[], resolve: Resolve): boolean {
  const [name, ...rest] = path;
  if (name === undefined || node === true) return true;
  const schema = resolve(node);
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const of = memberOf(schema, keyword);
    return Array.isArray(of) ? (of as unknown[]) : [];
  });
  const items = memberOf(schema, "items");
  if ([...parts, ...(items === undefined ? [] : [items])].some((part) => has(part, path, resolve))) return true;
  const properties = resolve(memberOf(schema, "properties"));
  if (Object.hasOwn(properties, name)) return has(properties[name], rest, resolve);
  const others = memberOf(schema, "additionalProperties");
  return others !== undefined && others !== false && has(others, rest, resolve);
}

function at(node: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (isJsonObject(found) ? memberOf(found, name) : undefined), node);
}
