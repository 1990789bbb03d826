import type { Model } from "../model/model.js";
import type { Property, Type } from "../model/type.js";
import { partsOf } from "../model/map-type.js";
import { partTypesOf, type TypeIndex } from "./type-index.js";

/** Which types have properties of some sort in them, so that code is written for those only. */
export interface PropertyBearers {
  bears(type: Type): boolean;
}

/** What one named type or model has in its own text. */
interface Node {
  readonly hasSought: boolean;
  readonly mentions: readonly Key[];
}

/** A named type by its name, a model by itself. */
type Key = string | Model;

/** Properties that are looked for, and what finds the types they stand in. */
interface Search {
  readonly index: TypeIndex;
  readonly sought: (property: Property) => boolean;
}

/** Finds out in which types a sought property is reached, through references too. Only what the asked types lead to is looked at. */
export function findBearers(search: Search): PropertyBearers {
  const nodes = new Map<Key, Node>();
  const nodeAt = (key: Key): Node => {
    const roots = (): readonly Type[] => (typeof key === "string" ? [search.index.named(key).type] : partTypesOf(key));
    const node = nodes.get(key) ?? nodeOf(roots(), search);
    nodes.set(key, node);
    return node;
  };
  const bearing = new Map<Key, boolean>();
  const isBearing = (start: Key): boolean => {
    const reached = new Set([start]);
    // A set goes through what is added to it on the way.
    for (const key of reached) {
      const known = bearing.get(key);
      if (known === true || (known === undefined && nodeAt(key).hasSought)) {
        bearing.set(start, true);
        return true;
      }
      if (known === undefined) for (const mentioned of nodeAt(key).mentions) reached.add(mentioned);
    }
    for (const key of reached) bearing.set(key, false);
    return false;
  };
  return {
    bears(type) {
      const { hasSought, mentions } = nodeOf([type], search);
      return hasSought || mentions.some(isBearing);
    },
  };
}

function nodeOf(roots: readonly Type[], { index, sought }: Search): Node {
  const mentions: Key[] = [];
  let hasSought = false;
  const visit = (type: Type): void => {
    if (type.shape === "ref") mentions.push(type.name);
    if (type.shape === "model") mentions.push(index.model(type));
    if (type.shape === "object") hasSought ||= type.properties.some(sought);
    for (const part of partsOf(type)) visit(part);
  };
  for (const root of roots) visit(root);
  return { hasSought, mentions };
}
