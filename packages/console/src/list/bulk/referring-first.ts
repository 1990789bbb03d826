import type { Model } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { outgoingOf } from "../../api/outgoing.js";

/**
 * Objects of one model in such an order that none comes after one that it refers to. A deletion takes references to the object out of others,
 * which makes a new version of them: those that are to be deleted as well go before.
 */
export function referringFirst(model: Model, objects: readonly ServedObject[]): readonly ServedObject[] {
  const byName = new Map(objects.map((object) => [object.metadata.name, object]));
  const seen = new Set<ServedObject>();
  const referredFirst: ServedObject[] = [];
  const visit = (object: ServedObject): void => {
    if (seen.has(object)) return;
    seen.add(object);
    for (const name of ownKindNames(model, object)) {
      const target = byName.get(name);
      if (target !== undefined) visit(target);
    }
    referredFirst.push(object);
  };
  for (const object of objects.toReversed()) visit(object);
  return referredFirst.toReversed();
}

/** Names of the objects of its own kind that an object refers to. */
function ownKindNames({ group, kind, ...model }: Model, object: ServedObject): readonly string[] {
  const references = model.references.filter((each) => each.group === group && each.kind === kind);
  return outgoingOf({ references }, object).flatMap(({ names }) => names);
}
