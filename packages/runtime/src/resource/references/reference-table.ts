import { apiVersionOf, collectionPath } from "@cmgen/model";
import type { ReferringIndex } from "@cmgen/store";
import { ConfigurationError } from "../../error/configuration-error.js";
import type { ModelDescriptor, ReferenceDescriptor } from "../../model/model-descriptor.js";
import { VersionView } from "../../version/version-view.js";

/** A reference that objects of a model hold. */
export interface OutgoingReference extends ReferenceDescriptor {
  /** What it leads to, as that is stored. */
  readonly model: ModelDescriptor;
  /** What it leads to, in the version that it names. */
  readonly view: VersionView;
}

/** A reference by which objects of some model refer to objects of this one. */
export interface IncomingReference {
  readonly referrer: ModelDescriptor;
  readonly reference: ReferenceDescriptor;
  /** Where the store finds who refers. */
  readonly stored: Pick<ReferringIndex, "table" | "names">;
}

/** The references between the models of a service. */
export interface ReferenceTable {
  /** @throws {ConfigurationError} for a model with references that the service was not made with. */
  outgoing(model: ModelDescriptor): readonly OutgoingReference[];
  /** Those that are checked: as the objects that hold them are stored, each once. */
  incoming(model: ModelDescriptor): readonly IncomingReference[];
}

/** @throws {ConfigurationError} where a model refers to one that is not there. */
export function createReferenceTable(models: readonly ModelDescriptor[]): ReferenceTable {
  const byKind = new Map(models.map((model) => [kindKey(apiVersionOf(model), model.kind), model]));
  const outgoing = new Map<string, readonly OutgoingReference[]>();
  const incoming = new Map<string, Map<string, IncomingReference>>();
  for (const referrer of models) {
    const own = (referrer.references ?? []).map((reference): OutgoingReference => {
      const { apiVersion, kind } = reference.target;
      const model = byKind.get(kindKey(apiVersion, kind));
      if (model !== undefined) return { ...reference, model: model.storage ?? model, view: new VersionView(model) };
      throw new ConfigurationError(
        `${referrer.kind} refers to ${kind} of ${apiVersion} by ${reference.index}, which is not among the models of the service.`,
      );
    });
    outgoing.set(collectionPath(referrer), own);
    if (referrer.storage !== undefined) continue;
    for (const reference of own) {
      const stored = storedIndex(referrer, reference);
      if (reference.onDelete === "none") continue;
      const known = incoming.get(reference.model.table) ?? new Map<string, IncomingReference>();
      incoming.set(reference.model.table, known);
      const key = JSON.stringify(stored);
      if (!known.has(key)) known.set(key, { referrer, reference, stored });
    }
  }
  return {
    outgoing(model) {
      const known = outgoing.get(collectionPath(model));
      if (known !== undefined || model.references === undefined) return known ?? [];
      throw new ConfigurationError(
        `${model.kind} has references: give createService all models that they are between, as \`models\`.`,
      );
    },
    incoming: (model) => [...(incoming.get(model.table)?.values() ?? [])],
  };
}

function kindKey(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

function storedIndex(referrer: ModelDescriptor, { index: name }: ReferenceDescriptor): IncomingReference["stored"] {
  const index = referrer.indexes.find((candidate) => candidate.name === name);
  if (index === undefined) throw new ConfigurationError(`${referrer.kind} has no index ${name}. Run cmgen generate.`);
  return { table: referrer.table, names: index.multi ? { table: index.table } : { column: index.column } };
}
