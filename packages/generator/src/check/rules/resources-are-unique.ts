import { diagnose } from "../../diagnostic/diagnose.js";
import type { Model } from "../../model/model.js";
import { pascalCase, uncapitalized } from "../../model/name-case.js";
import type { Rule } from "../rule.js";

/**
 * Within one version, kind, plural and singular each name one model (spec 2.1): of a plugin's models they name types, clients and
 * folders. Kinds and plurals that generated code cannot tell apart, such as `URLAlias` and `UrlAlias`, count as the same. Across
 * versions, a plural is one kind's: versions of a kind have their objects in one place, and `openapi.json` names operations by plurals.
 */
export const resourcesAreUnique: Rule = function* ({ project }) {
  for (const attribute of ["kind", "plural", "singular"] as const) {
    const first = new Map<string, Model>();
    for (const model of project.models) {
      const key = `${model.version} ${emittedNames[attribute](model)}`;
      const other = first.get(key);
      if (other === undefined) first.set(key, model);
      else
        yield diagnose("CM2006", model.attributeSpans[attribute], {
          attribute,
          value: model[attribute],
          other: placeOf(other),
        });
    }
  }
  yield* pluralsOfSeveralKinds(project.models);
};

/** What generated code calls the things of a model by. */
const emittedNames = {
  kind: ({ kind }) => uncapitalized(kind),
  plural: ({ plural }) => pascalCase(plural),
  singular: ({ singular }) => singular,
} satisfies Record<string, (model: Model) => string>;

function* pluralsOfSeveralKinds(models: readonly Model[]): ReturnType<Rule> {
  const first = new Map<string, Model>();
  for (const model of models) {
    const { plural, kind, version } = model;
    const key = emittedNames.plural(model);
    const other = first.get(key);
    if (other === undefined) first.set(key, model);
    else if (other.kind !== kind && other.version !== version) {
      yield diagnose("CM2007", model.attributeSpans.plural, {
        plural,
        other: `${other.kind} of ${other.version}`,
      });
    }
  }
}

function placeOf({ kind, module }: Model): string {
  return `${kind} in ${module}`;
}
