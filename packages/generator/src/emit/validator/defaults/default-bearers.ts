import type { Model, ProjectModel } from "../../../model/model.js";
import type { Type } from "../../../model/type.js";
import { partsOf, partTypesOf, type TypeIndex } from "../../schema/type-index.js";

/** Which types have defaults in them, so that code is written for those only. */
export interface DefaultBearers {
  bears(type: Type): boolean;
}

/** What one named type or model has in its own text. */
interface Node {
  readonly hasDefault: boolean;
  readonly mentions: readonly Key[];
}

/** A named type by its name, a model by itself. */
type Key = string | Model;

export function findDefaultBearers(
  { types, models }: Pick<ProjectModel, "types" | "models">,
  index: TypeIndex,
): DefaultBearers {
  const nodes = new Map<Key, Node>();
  for (const { name, type } of types) nodes.set(name, nodeOf([type], index));
  for (const model of models) nodes.set(model, nodeOf(partTypesOf(model), index));
  const bearing = withMentioning(nodes);
  return {
    bears(type) {
      const node = nodeOf([type], index);
      return node.hasDefault || node.mentions.some((key) => bearing.has(key));
    },
  };
}

function nodeOf(roots: readonly Type[], index: TypeIndex): Node {
  const mentions: Key[] = [];
  let hasDefault = false;
  const visit = (type: Type): void => {
    if (type.shape === "ref") mentions.push(type.name);
    if (type.shape === "model") mentions.push(index.model(type));
    if (type.shape === "object") hasDefault ||= type.properties.some((property) => property.default !== undefined);
    partsOf(type).forEach(visit);
  };
  roots.forEach(visit);
  return { hasDefault, mentions };
}

/** Those with a default of their own, and all from which one of them is reached. */
function withMentioning(nodes: ReadonlyMap<Key, Node>): ReadonlySet<Key> {
  const mentionedBy = new Map<Key, Key[]>();
  for (const [key, { mentions }] of nodes) {
    for (const mentioned of mentions) mentionedBy.set(mentioned, [...(mentionedBy.get(mentioned) ?? []), key]);
  }
  const bearing = new Set([...nodes].filter(([, { hasDefault }]) => hasDefault).map(([key]) => key));
  // A set goes through what is added to it on the way.
  for (const key of bearing) for (const user of mentionedBy.get(key) ?? []) bearing.add(user);
  return bearing;
}
