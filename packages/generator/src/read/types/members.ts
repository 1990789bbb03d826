import type { ts } from "ts-morph";

import type { Reading, Site } from "./site.js";

/** A property of an object type, its type yet unread. */
export interface Member {
  readonly name: string;
  readonly optional: boolean;
  /** `undefined` has been taken from its type, as `Required` does. */
  readonly isDefinite?: boolean;
  /** Where its type is written; several where an intersection declares it more than once. */
  readonly sites: readonly Site[];
  /** Reads a type that no node spells out; stands in for {@link sites}. */
  readonly computed?: () => Reading;
  /** What carries its doc comment, and where problems with it are reported. */
  readonly declaration: ts.Node;
}

/** An index signature, or what stands for one: what properties beside the named ones may hold. */
export interface IndexMember {
  /** The form of the keys; absent where any string will do. */
  readonly keyPattern?: string;
  readonly read: () => Reading;
  readonly declaration: ts.Node;
}

export function indexMember(keyPattern: string | undefined, read: () => Reading, declaration: ts.Node): IndexMember {
  return keyPattern === undefined ? { read, declaration } : { keyPattern, read, declaration };
}

/** What an object type is made of, in the order of declaration. */
export interface Members {
  readonly properties: ReadonlyMap<string, Member>;
  readonly indexes: readonly IndexMember[];
  /** Methods, accessors and what has no name that JSON could hold. Reported where the object is read. */
  readonly rejected: readonly ts.Node[];
  /** The envelope is among the types it extends. */
  readonly isEnvelope: boolean;
}

export const noMembers: Members = { properties: new Map(), indexes: [], rejected: [], isEnvelope: false };

/** What is declared later replaces what is inherited, in the place where that stood. */
export function override(base: Members, own: Members): Members {
  return {
    properties: new Map([...base.properties, ...own.properties]),
    indexes: own.indexes.length > 0 ? own.indexes : base.indexes,
    rejected: [...base.rejected, ...own.rejected],
    isEnvelope: base.isEnvelope || own.isEnvelope,
  };
}

/** Whether a property may be left out. */
export type Presence = Pick<Member, "optional" | "isDefinite">;

/** A property without its question mark, which takes `undefined` along; where there is none, an `undefined` that is written stays. */
export function required({ optional, isDefinite }: Presence): Presence {
  return { optional: false, isDefinite: optional || isDefinite === true };
}

/** All that both declare; a property of both has to be all of what they say. */
export function merge(left: Members, right: Members): Members {
  const properties = new Map(left.properties);
  for (const [name, member] of right.properties) {
    const other = properties.get(name);
    properties.set(name, other === undefined ? member : both(other, member));
  }
  return {
    properties,
    indexes: [...left.indexes, ...right.indexes],
    rejected: [...left.rejected, ...right.rejected],
    isEnvelope: left.isEnvelope || right.isEnvelope,
  };
}

function both(left: Member, right: Member): Member {
  const optional = left.optional && right.optional;
  // A type that was computed has no site to intersect; what was declared last is at least as narrow in all that is usual.
  if (left.computed !== undefined || right.computed !== undefined) return { ...right, optional };
  const isSame = left.sites.length === 1 && right.sites.length === 1 && left.sites[0]?.node === right.sites[0]?.node;
  return isSame ? { ...right, optional } : { ...right, optional, sites: [...left.sites, ...right.sites] };
}

/** The members with each property changed, or left out where `change` answers nothing. */
export function mapProperties(members: Members, change: (member: Member) => Member | undefined): Members {
  const kept = [...members.properties.values()].flatMap((member) => change(member) ?? []);
  return { ...members, properties: new Map(kept.map((member) => [member.name, member])) };
}
