import type { AnyExtension } from "../envelope/extension.js";

/** The types of a kind's other versions, by version: `{ v1alpha1: PersonV1alpha1 }`. */
export type OtherVersions = Readonly<Record<string, AnyExtension>>;

/** What differs between versions of an object. `apiVersion`, `kind` and `metadata` are the service's. */
export type ObjectParts<T> = Pick<T, Extract<keyof T, "spec" | "status">>;

/**
 * How objects of a kind become those of its other versions and back. Pure functions: they are called whenever an object is read or written
 * as another version, and their arguments must not be changed.
 */
export interface Conversions<T, Others> {
  /**
   * Makes the storage version's form of another version's. `stored` is what the object is now, where one is updated: what the other
   * version cannot express can be kept from it. It is absent for an object that is created or was stored as the other version.
   */
  readonly from: {
    readonly [Version in keyof Others]: (old: ObjectParts<Others[Version]>, stored?: ObjectParts<T>) => ObjectParts<T>;
  };
  /** Makes another version's form of the storage version's. */
  readonly to: { readonly [Version in keyof Others]: (object: ObjectParts<T>) => ObjectParts<Others[Version]> };
}

/** `convert` is there where types of other versions are named, and only there. */
export type ConvertDeclaration<T, Others> = [Others] extends [never]
  ? { readonly convert?: never }
  : { readonly convert: Conversions<T, Others> };
