import type { JsonObject } from "../document/json-object.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { type FoundName, namesAt, type ReferencePath } from "../model/reference-path.js";

/** The names that objects got, by what operations call them. */
export class GivenNames {
  readonly #names = new Map<string, string | undefined>();
  readonly #expected: ReadonlySet<string>;
  readonly #references: (model: ModelDescriptor) => readonly { readonly path: ReferencePath }[];

  /**
   * @param expected what operations call objects.
   * @param references where objects of a model refer to others.
   */
  constructor(
    expected: Iterable<string>,
    references: (model: ModelDescriptor) => readonly { readonly path: ReferencePath }[],
  ) {
    this.#expected = new Set(expected);
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

  /** Whether a text stands for the object of an operation that is still to be done. */
  isEarly(text: string): boolean {
    return this.#expected.has(text) && !this.#names.has(text);
  }

  /** The texts at places of an object where a name is expected: its own name, and its references. */
  textsIn(object: JsonObject, model: ModelDescriptor): readonly FoundName[] {
    const paths: ReferencePath[] = [["metadata", "name"], ...this.#references(model).map(({ path }) => path)];
    return paths.flatMap((path) => [...namesAt(object, path)]);
  }

  /** Puts the names where an object has what stands for them. */
  fillIn(object: JsonObject, model: ModelDescriptor): void {
    for (const { name, at } of this.textsIn(object, model)) if (this.#names.has(name)) setAt(object, at, this.of(name));
  }
}

function setAt(object: JsonObject, at: readonly string[], value: string): void {
  let parent: unknown = object;
  for (const key of at.slice(0, -1)) parent = (parent as JsonObject)[key];
  const last = at.at(-1);
  if (last !== undefined) (parent as JsonObject)[last] = value;
}
