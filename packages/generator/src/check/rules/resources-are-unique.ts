import { diagnose } from "../../diagnostic/diagnose.js";
import type { Model } from "../../model/model.js";
import type { Rule } from "../rule.js";

/**
 * Within one version, kind, plural and singular each name one model (spec 2.1): of a plugin's models they name types, clients and
 * folders. Across versions, a plural of a group is one kind's: versions of a kind have their objects in one place.
 */
export const resourcesAreUnique: Rule = function* ({ project }) {
  for (const attribute of ["kind", "plural", "singular"] as const) {
    const first = new Map<string, Model>();
    for (const model of project.models) {
      const key = `${model.version} ${model[attribute]}`;
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

function* pluralsOfSeveralKinds(models: readonly Model[]): ReturnType<Rule> {
  const first = new Map<string, Model>();
  for (const model of models) {
    const { group, plural, kind, version } = model;
    const key = `${group} ${plural}`;
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
