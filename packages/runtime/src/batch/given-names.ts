import { isJsonObject, type JsonObject, memberOf } from "../document/json-object.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { namesAt, type ReferencePath } from "../model/reference-path.js";

/** The names that objects got, by what operations call them. */
export class GivenNames {
  readonly #names = new Map<string, string | undefined>();
  readonly #references: (model: ModelDescriptor) => readonly { readonly path: ReferencePath }[];

  /** @param references where objects of a model refer to others. */
  constructor(references: (model: ModelDescriptor) => readonly { readonly path: ReferencePath }[]) {
    this.#references = references;
  }

  /** @param name undefined if the object was not made. */
  set(as: string, name: string | undefined): void {
    this.#names.set(as, name);
  }

  /** The name that a text stands for; a text that no operation is called is a name itself. */
  of(text: string): string {
    return this.#names.get(text) ?? text;
  }

  /** Whether a text stands for an object that was not made. */
  isMissing(text: string): boolean {
    return this.#names.has(text) && this.#names.get(text) === undefined;
  }

  /** The texts at places of an object where a name is expected: its own name, and its references. */
  *textsIn(object: JsonObject, model: ModelDescriptor): Generator<string> {
    const metadata = memberOf(object, "metadata");
    const name = isJsonObject(metadata) ? memberOf(metadata, "name") : undefined;
    if (typeof name === "string") yield name;
    for (const { path } of this.#references(model)) for (const found of namesAt(object, path)) yield found.name;
  }

  /** Puts the names where an object has what stands for them. */
  fillIn(object: JsonObject, model: ModelDescriptor): void {
    const paths: ReferencePath[] = [["metadata", "name"], ...this.#references(model).map(({ path }) => path)];
    for (const { name, at } of paths.flatMap((path) => [...namesAt(object, path)]))
      if (this.#names.has(name)) setAt(object, at, this.of(name));
  }
}

function setAt(object: JsonObject, at: readonly string[], value: string): void {
  let parent: unknown = object;
  for (const key of at.slice(0, -1)) parent = (parent as JsonObject)[key];
  const last = at.at(-1);
  if (last !== undefined) (parent as JsonObject)[last] = value;
}
