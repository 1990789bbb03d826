import { createHash } from "node:crypto";
import { apiVersionOf } from "@cmgen/model";
import { type ModelDefaults, writeDefaults } from "../model/defaults.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { sortedJson } from "../document/sorted-json.js";

/** The defaults of the versions of a kind, by `apiVersion`. */
export type KindDefaults = Readonly<Record<string, ModelDefaults>>;

/** The defaults of some models; absent for those that have none. */
export function kindDefaults(models: readonly ModelDescriptor[]): KindDefaults {
  return Object.fromEntries(
    models.flatMap((model) => (model.defaults === undefined ? [] : [[apiVersionOf(model), model.defaults] as const])),
  );
}

/**
 * What the stored objects of a kind look like to everybody who reads them: each has its defaults, whether it was stored before they were
 * declared or not. What is parsed is filled in each time. What is answered as bytes need not be looked at once all bytes have their
 * defaults, and {@link lackUpTo} says from when on that is so.
 */
export class StoredShape {
  /** The newest revision at which bytes may lack defaults: infinite as long as objects may, 0 for a kind that has none. */
  lackUpTo: number;
  /** Changes when objects look different though nobody has changed them; absent for a kind without defaults. */
  readonly tag: string | undefined;
  readonly #defaults: ReadonlyMap<string, ModelDefaults>;

  constructor(defaults: KindDefaults) {
    this.#defaults = new Map(Object.entries(defaults));
    const hasDefaults = this.#defaults.size > 0;
    this.lackUpTo = hasDefaults ? Infinity : 0;
    this.tag = hasDefaults ? createHash("sha256").update(sortedJson(defaults)).digest("hex").slice(0, 8) : undefined;
  }

  get hasDefaults(): boolean {
    return this.#defaults.size > 0;
  }

  /** Whether the bytes of objects may lack defaults now. */
  get mayLack(): boolean {
    return this.lackUpTo === Infinity;
  }

  /**
   * Writes the defaults of an object's version into it.
   *
   * @returns whether it lacked any.
   */
  fillIn(object: object, apiVersion: string): boolean {
    const defaults = this.#defaults.get(apiVersion);
    return defaults !== undefined && writeDefaults(object, defaults.object, defaults.types);
  }
}
