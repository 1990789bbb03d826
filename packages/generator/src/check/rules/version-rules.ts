import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { diagnose } from "../../diagnostic/diagnose.js";
import { kindVersions, otherVersions, storedIndex, type OtherVersion } from "../../model/kind-versions.js";
import type { IndexModel, Model, ReferenceModel } from "../../model/model.js";
import { keptAs } from "../../model/scalars.js";
import type { Rule } from "../rule.js";

/** Of several versions of a kind exactly one is that which objects are stored as: all share the objects (spec 9). */
export const oneVersionIsStored: Rule = function* ({ project }) {
  for (const versions of kindVersions(project)) {
    // A version that is there twice is another rule's.
    const isSingle = versions.length === 1 || new Set(versions.map(({ version }) => version)).size < versions.length;
    if (isSingle) continue;
    const [first, ...more] = versions.filter(({ storage }) => storage === true);
    const names = versions.map(({ version }) => `\`${version}\``).join(", ");
    const { kind } = versions[0];
    if (first === undefined) {
      const problem = `none of its versions ${names} says so`;
      yield diagnose("CM9001", versions[0].attributeSpans.version, { kind, problem });
    }
    for (const model of more) {
      const problem = `\`${model.version}\` says so, and \`${first?.version}\` in ${first?.module} does as well`;
      yield diagnose("CM9001", model.attributeSpans.version, { kind, problem });
    }
  }
};

/** Versions of a kind share their objects, so they have the same names, and status is written in the same way. */
export const versionsAgree: Rule = function* ({ project }) {
  for (const { model, storage } of otherVersions(project)) {
    for (const attribute of ["plural", "singular"] as const) {
      if (model[attribute] === storage[attribute]) continue;
      const values = { attribute, these: model[attribute], those: storage[attribute], version: storage.version };
      yield diagnose("CM9002", model.attributeSpans[attribute], { kind: model.kind, ...values });
    }
    for (const attribute of ["lastChangedBy", "history"] as const) {
      const [these, those] = [model[attribute], storage[attribute]].map(printAttribute);
      if (model[attribute] === undefined || these === those) continue;
      const values = { attribute, these: these ?? "", those: those ?? "", version: storage.version };
      yield diagnose("CM9002", model.attributeSpans.version, { kind: model.kind, ...values });
    }
    const [isInternal, isStorageInternal] = [model, storage].map(({ internal = false }) => String(internal));
    if (isInternal !== isStorageInternal) {
      const values = { attribute: "internal", these: isInternal ?? "", those: isStorageInternal ?? "" };
      yield diagnose("CM9002", model.attributeSpans.version, { kind: model.kind, ...values, version: storage.version });
    }
    // One without a status does not write it in any case.
    if (model.status === undefined || storage.status === undefined) continue;
    if (model.statusSubresource === storage.statusSubresource) continue;
    yield diagnose("CM9002", model.attributeSpans.version, {
      kind: model.kind,
      attribute: "statusSubresource",
      these: String(model.statusSubresource),
      those: String(storage.statusSubresource),
      version: storage.version,
    });
  }
};

function printAttribute(value: Model["lastChangedBy"] | Model["history"]): string {
  return value === undefined ? "not there" : JSON.stringify(value);
}

/** An index of a version is one of the version that objects are stored as, of the same form: its values are kept once. */
export const versionsAgreeOnIndexes: Rule = function* ({ project }) {
  const others = otherVersions(project);
  for (const { model, storage } of others) {
    for (const index of model.indexes) {
      const stored = storedIndex(storage, index);
      const name = index.storedAs ?? index.name;
      if (stored === undefined) {
        const known = storage.indexes.map((candidate) => `\`${candidate.name}\``).join(", ") || "none";
        yield diagnose("CM9005", index.span, { name, version: storage.version, known });
      } else if (formOf(stored) !== formOf(index)) {
        const values = { name: index.name, these: formOf(index), those: formOf(stored), other: storage.version };
        yield diagnose("CM5010", index.span, values);
      }
    }
  }
};

/** What decides where an index's values are kept, in words. */
function formOf({ valueType = "string", multi, unique, order, ci, search }: IndexModel): string {
  if (search === true) return "the words of texts";
  const type = ci === true ? "case-insensitive string" : keptAs(valueType);
  const values = multi
    ? `a list of ${type} values`
    : `one ${type} value, ${order === "ASC" ? "ascending" : "descending"}`;
  return unique ? `${values}, unique` : values;
}

/** A reference of a version is one of the version that objects are stored as, kept in the same way: that one alone counts. */
export const versionsAgreeOnReferences: Rule = function* ({ project }) {
  for (const version of otherVersions(project))
    for (const reference of version.model.references ?? []) yield* disagreement(version, reference);
};

function* disagreement({ model, storage }: OtherVersion, reference: ReferenceModel): Iterable<Diagnostic> {
  const index = model.indexes.find(({ name }) => name === reference.index);
  const stored = index && storedIndex(storage, index);
  // An index that is not there is reported by itself.
  if (stored === undefined) return;
  const kept = storage.references?.find(({ index: name }) => name === stored.name);
  if (kept?.onDelete === reference.onDelete) return;
  const these = optionsOf(reference);
  const those = kept === undefined ? "is not a reference" : `has \`${optionsOf(kept)}\``;
  const values = { name: reference.index, these, version: model.version, other: stored.name, those };
  yield diagnose("CM9007", reference.span, { ...values, storage: storage.version });
}

function optionsOf({ onDelete }: ReferenceModel): string {
  return onDelete === "none" ? "check: false" : `onDelete: "${onDelete}"`;
}
