import type { Model, ProjectModel } from "../../model/model.js";
import type { Property, Type } from "../../model/type.js";
import { partsOf } from "../../model/map-type.js";
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

/** Finds the types in which a sought property is reached, through references too. */
export function findBearers(
  { types, models }: Pick<ProjectModel, "types" | "models">,
  search: Search,
): PropertyBearers {
  const nodes = new Map<Key, Node>();
  for (const { name, type } of types) nodes.set(name, nodeOf([type], search));
  for (const model of models) nodes.set(model, nodeOf(partTypesOf(model), search));
  const bearing = withMentioning(nodes);
  return {
    bears(type) {
      const node = nodeOf([type], search);
      return node.hasSought || node.mentions.some((key) => bearing.has(key));
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

/** Those with a sought property of their own, and all from which one of them is reached. */
function withMentioning(nodes: ReadonlyMap<Key, Node>): ReadonlySet<Key> {
  const mentionedBy = new Map<Key, Key[]>();
  for (const [key, { mentions }] of nodes) {
    for (const mentioned of mentions) mentionedBy.set(mentioned, [...(mentionedBy.get(mentioned) ?? []), key]);
  }
  const bearing = new Set([...nodes].filter(([, { hasSought }]) => hasSought).map(([key]) => key));
  // A set goes through what is added to it on the way.
  for (const key of bearing) for (const user of mentionedBy.get(key) ?? []) bearing.add(user);
  return bearing;
}
