import { diagnose } from "../../diagnostic/diagnose.js";
import { alternatives } from "../../model/type-at-path.js";
import type { Model } from "../../model/model.js";
import { otherVersions } from "../../model/kind-versions.js";
import { type FoundSecrets, hasSecret, type SecretStep, secretPlaces, shownAt } from "../../model/secret-places.js";
import type { Property } from "../../model/type.js";
import { TypeSearch } from "../../model/type-search.js";
import type { Rule } from "../rule.js";

/** A secret field has places that are known, and is all that stands there: a service leaves out what is at those places. */
export const secretsHavePlaces: Rule = function* ({ models, properties, lookup }) {
  const reported = new Set<Property>();
  const report = function* (found: readonly Property[], problem: string): ReturnType<Rule> {
    for (const property of found) {
      if (reported.has(property)) continue;
      reported.add(property);
      yield diagnose("CM4015", property.tagSpans?.secret ?? property.span, { name: property.name, problem });
    }
  };
  const places = models.map((model) => secretPlaces(lookup, model));
  for (const { endless, shown } of places) {
    yield* report(endless, "a type that holds it holds itself, so there is no end of its places");
    yield* report(shown, "it stands where a secret field is, and is not secret itself");
  }
  for (const { type, listKey } of properties) {
    const items = alternatives(lookup, type).flatMap((list) =>
      list.shape === "array" ? alternatives(lookup, list.items) : [],
    );
    const keys = items.flatMap((item) => (item.shape === "object" ? item.properties : []));
    const secretKeys = keys.filter(({ name, secret }) => name === listKey && secret === true);
    yield* report(secretKeys, "it tells the items of a list apart");
  }
};

/** Versions of a kind show the same objects: what is secret in one of them is so in all that have it at the same place. */
export const versionsAgreeOnSecrets: Rule = function* ({ project, lookup }) {
  for (const { model, storage } of otherVersions(project)) {
    for (const [secret, shown] of [
      [model, storage],
      [storage, model],
    ] as const) {
      const { secrets } = secretPlaces(lookup, secret);
      for (const { name, span } of shownAt(lookup, shown, secrets))
        yield diagnose("CM9008", span, { name, version: secret.version, other: shown.version });
    }
  }
};

/** A type that an endpoint answers has no secret fields: the plugin's own code sees them, and would pass them on. */
export const endpointsAnswerNoSecrets: Rule = function* ({ project, lookup }) {
  const search = new TypeSearch({ lookup, isSought: hasSecret });
  for (const { types } of project.endpoints.flatMap(({ endpoints }) => endpoints)) {
    const { response } = types ?? {};
    if (response !== undefined && search.bears(response.type)) yield diagnose("CM6109", response.span, {});
  }
};

/** An index would tell what a secret field holds: by it objects are selected, sorted and refused. */
export const secretsAreNotIndexed: Rule = function* ({ models, lookup }) {
  for (const model of models) {
    const found = secretPlaces(lookup, model);
    if (found.secrets.length === 0) continue;
    for (const { name, path, returnedPath, members = [], span } of model.indexes) {
      const paths = [path, returnedPath ?? [], ...members.map((member) => member.path)];
      if (paths.some((own) => isOfSecret(found, own))) yield diagnose("CM5013", span, { name, kind: model.kind });
    }
    yield* secretReferences(model, found);
  }
};

function* secretReferences({ references = [], indexes, kind }: Model, found: FoundSecrets): ReturnType<Rule> {
  const known = new Set(indexes.filter(({ path }) => isOfSecret(found, path)).map(({ name }) => name));
  for (const { index, path, span } of references)
    if (
      !known.has(index) &&
      isOfSecret(
        found,
        path.filter((step) => step !== null),
      )
    )
      yield diagnose("CM5013", span, { name: index, kind });
}

/** Whether a path leads to a secret field, or into one. */
function isOfSecret({ secrets }: FoundSecrets, path: readonly (string | null)[]): boolean {
  const names = (steps: readonly SecretStep[]): readonly SecretStep[] =>
    steps.filter((step) => typeof step === "string");
  return secrets.some(({ path: secret }) => names(secret).every((step, at) => path[at] === step));
}
