import type { ts } from "ts-morph";

import type { Json, TagSpans, Type } from "../../model/type.js";

/** A type node and what the type parameters named in it stand for. */
export interface Site {
  readonly node: ts.Node;
  readonly environment: Environment;
  /** Below a tag that takes any value: `any`, `unknown` and `object` are welcome. */
  readonly free?: boolean;
}

/** What type parameters stand for, by their names: another site, or a type that no node spells out. */
export type Environment = ReadonlyMap<string, Binding>;

export type Binding = Site | { readonly type: Type };

export const noBindings: Environment = new Map();

/** Another node of the same place. */
export function at(site: Site, node: ts.Node): Site {
  return { ...site, node };
}

/** What tags on an alias pass on to the properties of that type. */
export interface Inherited {
  readonly default?: Json;
  readonly immutable?: boolean;
  readonly listKey?: string;
  readonly tagSpans: TagSpans;
}

/** What a site was read as. `type` is absent where nothing but `undefined` or `never` is left of it. */
export interface Reading {
  readonly type?: Type;
  /** Whether `undefined` is among the values: JSON has it only as a property that is not there. */
  readonly undefinable?: boolean;
  readonly inherited?: Inherited;
}
