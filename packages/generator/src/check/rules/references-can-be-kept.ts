import { diagnose } from "../../diagnostic/diagnose.js";
import type { Model } from "../../model/model.js";
import { type FoundPlaces, type ReferencePlace, referencePlaces } from "../../model/reference-places.js";
import type { Rule } from "../rule.js";

/** A reference can be indexed by its path, is to one model, and can be cleared where it is to be. */
export const referencesCanBeKept: Rule = function* ({ models, lookup }) {
  for (const model of models) {
    const found = referencePlaces(lookup, model);
    const { kind } = model;
    const seen = new Set<string>();
    for (const place of found.references) {
      const { index: name, span, isEndless, fixed, onDelete } = place;
      if (seen.has(name)) continue;
      seen.add(name);
      const problem = disagreement(found, place);
      if (isEndless) yield diagnose("CM8006", span, { name, kind });
      else if (problem !== undefined) yield diagnose("CM8004", span, { name, kind, problem });
      else if (onDelete === "clear" && fixed !== undefined)
        yield diagnose("CM8005", span, { name, kind, problem: fixed });
    }
    yield* declaredOtherwise(model, seen);
  }
};

/** What differs between the places that one index would hold. */
function disagreement({ references, others }: FoundPlaces, place: ReferencePlace): string | undefined {
  const alike = references.filter(({ index }) => index === place.index);
  const differs = (of: (one: ReferencePlace) => unknown): boolean =>
    alike.some((other) => JSON.stringify(of(other)) !== JSON.stringify(of(place)));
  if (differs(({ apiVersion, kind }) => [apiVersion, kind])) return "it is to several models";
  if (differs(({ onDelete }) => onDelete)) return "its options differ";
  if (differs(({ path }) => path)) return "it is one value here and several there";
  if (differs(({ clearedTo }) => clearedTo)) return "it can be left out here and not there";
  return others.some(({ index }) => index === place.index) ? "something else may stand there" : undefined;
}

/** An index of the same name has to be the one that the reference has by itself. */
function* declaredOtherwise({ indexes, references = [] }: Model, names: ReadonlySet<string>): ReturnType<Rule> {
  for (const { name, source, position, multi, span } of indexes) {
    if (position < 0 || !names.has(name)) continue;
    const path = references.find(({ index }) => index === name)?.path ?? [];
    if (source === "function" || multi !== path.includes(null)) yield diagnose("CM8003", span, { name });
  }
}
