import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { diagnose } from "../../diagnostic/diagnose.js";
import { otherVersions } from "../../model/kind-versions.js";
import type { ConversionModel, Model } from "../../model/model.js";
import { shapeDifference } from "../../model/shape-difference.js";
import type { Rule } from "../rule.js";

/** A version that looks different from the one that objects are stored as is converted, in both directions. */
export const versionsAreConverted: Rule = function* ({ project, lookup }) {
  const others = otherVersions(project);
  for (const { model, storage } of others) {
    if (storage.conversions?.some(({ version }) => version === model.version) === true) continue;
    const found = shapeDifference(lookup, model, storage);
    if (found === undefined) continue;
    const { path, these, those, span, other } = found;
    const place = `${other.file}:${other.start.line}:${other.start.column}`;
    const values = { path, version: model.version, storage: storage.version, these, those, place };
    yield diagnose("CM9003", span, values);
  }
  for (const model of project.models) {
    for (const conversion of model.conversions ?? []) {
      const target = others.find((other) => other.storage === model && other.model.version === conversion.version);
      yield* wrongConversion(model, conversion, target?.model);
    }
  }
};

function* wrongConversion(
  storage: Model,
  { version, from, hasTo, typePlace, span }: ConversionModel,
  target: Model | undefined,
): Iterable<Diagnostic> {
  const report = (problem: string): Diagnostic => diagnose("CM9004", span, { version, problem });
  if (target === undefined) {
    yield report(`there is no such version of \`${storage.kind}\` beside this one, which objects would be stored as`);
    return;
  }
  if (from === undefined) yield report("`from` has no function for it");
  if (!hasTo) yield report("`to` has no function for it");
  const isSame = typePlace === undefined || target.typePlace === undefined || typePlace === target.typePlace;
  if (!isSame) yield report(`its functions are typed with another type than that of the model in ${target.module}`);
}
