import type { ts } from "ts-morph";

import type { Reading, Site } from "./site.js";

/** A property of an object type, its type yet unread. */
export interface Member {
  readonly name: string;
  readonly optional: boolean;
  /** Where its type is written; several where an intersection declares it more than once. */
  readonly sites: readonly Site[];
  /** A type that no node spells out. Stands in for {@link sites}. */
  readonly computed?: () => Reading;
  /** What carries its doc comment, and where problems with it are reported. */
  readonly declaration: ts.Node;
}

/** An index signature: what properties beside the named ones may hold. */
export interface IndexMember {
  readonly key: Site;
  readonly value: Site;
  readonly declaration: ts.Node;
}

/** What an object type is made of, in the order of declaration. */
export interface Members {
  readonly properties: ReadonlyMap<string, Member>;
  readonly indexes: readonly IndexMember[];
  /** The envelope's base is among the types it extends. */
  readonly isExtension: boolean;
}

export const noMembers: Members = { properties: new Map(), indexes: [], isExtension: false };
