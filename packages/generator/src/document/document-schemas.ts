import { uniqueNames } from "../render/unique-names.js";
import type { NamedType, Type } from "../model/type.js";
import type { SourceSpan } from "../model/source-span.js";
import type { JsonSchema } from "../schema/json-schema.js";
import { DocumentError } from "./document-error.js";
import { plainSchema, referredNames, schemaNameOf, type SchemaNames } from "./plain-schema.js";

const start = { line: 1, column: 1 };

/** Nothing of a document is reported by its line, so one place will do for all that has to have one. */
export const nowhere: SourceSpan = { file: "openapi.json", start, end: start };

/** Schemas that say what every object has: what consists of one is an object of a model, and has a type already. */
const envelopes = ["ObjectInput", "StoredObject", "NestedObject"];

/** Names that a type cannot have, and the one by which modules know openapi-typescript's types. */
const reserved = (
  "any as async await bigint boolean break case catch class components const continue debugger declare default delete do else enum export " +
  "extends false finally for function if implements import in instanceof interface let module namespace never new null number object of " +
  "package private protected public return static string super switch symbol this throw true try type typeof undefined unknown var void " +
  "while with yield"
).split(" ");

/** The schemas of a document, each under a name that a type can have. Those that stand in place get one when their type is asked for. */
export class DocumentSchemas {
  readonly #names: SchemaNames;
  readonly #schemas: Map<string, JsonSchema>;

  /** @throws {DocumentError} if a schema cannot be used. */
  constructor(given: Readonly<Record<string, unknown>>) {
    const names = Object.keys(given);
    const strange = names.find((name) => !/^[\w.-]+$/.test(name));
    if (strange !== undefined)
      throw new DocumentError(
        `components.schemas has ${JSON.stringify(strange)}, but OpenAPI names have letters, digits, ".", "-" and "_" only.`,
      );
    const identifiers = names.map((name) => name.replaceAll(/[^\w]/g, "_").replace(/^(?=\d)/, "_"));
    const free = uniqueNames(identifiers, reserved);
    this.#names = new Map(names.map((name, at) => [name, free[at] ?? name]));
    this.#schemas = new Map(
      Object.entries(given).map(([name, schema], at) => [free[at] ?? name, this.plain(schema, `The schema ${name}`)]),
    );
  }

  /** @throws {DocumentError} if it refers to what is not there, or is nested too deeply; `place` says where it is. */
  plain(schema: unknown, place: string): JsonSchema {
    return plainSchema(schema, { place, names: this.#names });
  }

  /** What a schema of the document is called here; undefined if there is none. */
  nameOf(documentName: string): string | undefined {
    return this.#names.get(documentName);
  }

  /** All schemas by their names here. */
  get all(): ReadonlyMap<string, JsonSchema> {
    return this.#schemas;
  }

  /** A reference to the type of a schema: of that which it refers to, or of itself under the name that is wanted or one like it. */
  typeOf(schema: JsonSchema, wanted: string): Type {
    const referred = schema.$ref === undefined ? undefined : schemaNameOf(schema.$ref);
    if (referred !== undefined && !this.#isObjectOfModel(referred)) return referenceTo(referred);
    const [name = wanted] = uniqueNames([wanted], [...this.#schemas.keys()]);
    this.#schemas.set(name, schema);
    return referenceTo(name);
  }

  /**
   * The named types that `roots`, which are references, lead to. Of what a type is, only what it refers to is known here, which decides about
   * the modules that types stand in: their texts are openapi-typescript's.
   */
  typesFrom(roots: readonly Type[]): readonly NamedType[] {
    const reached = new Set(roots.flatMap((type) => (type.shape === "ref" ? [type.name] : [])));
    const next = (name: string): readonly string[] =>
      referredNames(this.#schemas.get(name) ?? {}).filter((other) => !this.#isObjectOfModel(other));
    // A set goes through what is added to it on the way.
    for (const name of reached) for (const other of next(name)) reached.add(other);
    return [...reached].toSorted().map((name) => {
      const type: Type = { shape: "union", members: next(name).map(referenceTo), constraints: {}, span: nowhere };
      return { name, documentation: { description: "" }, type, span: nowhere };
    });
  }

  #isObjectOfModel(name: string): boolean {
    const bases = (this.#schemas.get(name)?.allOf ?? []).flatMap(({ $ref }) =>
      $ref === undefined ? [] : [schemaNameOf($ref)],
    );
    return bases.some((base) => envelopes.includes(base));
  }
}

function referenceTo(name: string): Type {
  return { shape: "ref", name, constraints: {}, span: nowhere };
}
