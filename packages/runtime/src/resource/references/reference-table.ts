import { apiVersionOf, collectionPath } from "@cmgen/model";
import type { ReferringIndex } from "@cmgen/store";
import { ConfigurationError } from "../../error/configuration-error.js";
import type { ModelDescriptor, ReferenceDescriptor } from "../../model/model-descriptor.js";
import type { StoredShape } from "../../version/stored-shape.js";
import { VersionView } from "../../version/version-view.js";

/** A reference that objects of a model hold. */
export interface OutgoingReference extends ReferenceDescriptor {
  /** The target's model, in the version that is stored. */
  readonly model: ModelDescriptor;
  /** The target's model, in the version that the reference names. */
  readonly view: VersionView;
}

/** A reference by which objects of some model refer to objects of this one. */
export interface IncomingReference {
  readonly referrer: ModelDescriptor;
  readonly reference: ReferenceDescriptor;
  /** The index by which the store finds the referrers. */
  readonly stored: Pick<ReferringIndex, "table" | "names">;
}

/** The references between the models of a service. */
export interface ReferenceTable {
  /** @throws {ConfigurationError} for a model with references that is not one of the service's models. */
  outgoing(model: ModelDescriptor): readonly OutgoingReference[];
  /** The references that are checked, in the stored version of the referring models. */
  incoming(model: ModelDescriptor): readonly IncomingReference[];
  /**
   * Another resource of the service, in the version of a model if it has that, else as it is stored.
   *
   * @param name its plural, for one of the model's group; or with a dot and its group behind it.
   */
  related(model: ModelDescriptor, name: string): VersionView | undefined;
  /** All of them by the shortest names that find them. */
  relatedTo(model: ModelDescriptor): readonly { readonly name: string; readonly view: VersionView }[];
}

/** @throws {ConfigurationError} if a model refers to one that the service does not have. */
export function createReferenceTable(
  models: readonly ModelDescriptor[],
  shapeOf: ShapeOf = () => undefined,
): ReferenceTable {
  const byKind = new Map(models.map((model) => [kindKey(apiVersionOf(model), model.kind), model]));
  const outgoing = new Map<string, readonly OutgoingReference[]>();
  const incoming = new Map<string, Map<string, IncomingReference>>();
  for (const referrer of models) {
    const own = (referrer.references ?? []).map((reference): OutgoingReference => {
      const { apiVersion, kind } = reference.target;
      const model = byKind.get(kindKey(apiVersion, kind));
      if (model !== undefined) {
        const view = new VersionView(model, undefined, shapeOf(model));
        return { ...reference, model: model.storage ?? model, view };
      }
      throw new ConfigurationError(
        `${referrer.kind} refers to ${kind} of ${apiVersion} by ${reference.index}, but the service has no such model. Add the plugin that has it to the service.`,
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
        `${model.kind} has references: give createService all models that refer to each other, as \`models\`.`,
      );
    },
    incoming: (model) => [...(incoming.get(model.table)?.values() ?? [])],
    ...relatedResources(models, shapeOf),
  };
}

type ShapeOf = (model: ModelDescriptor) => StoredShape | undefined;

function relatedResources(
  models: readonly ModelDescriptor[],
  shapeOf: ShapeOf,
): Pick<ReferenceTable, "related" | "relatedTo"> {
  const related: ReferenceTable["related"] = ({ group, version }, name) => {
    const [plural, ...ofGroup] = name.split(".");
    const named = models.filter(
      (each) => each.plural === plural && each.group === (ofGroup.length === 0 ? group : ofGroup.join(".")),
    );
    const model = named.find((each) => each.version === version) ?? named.find(({ storage }) => storage === undefined);
    return model && new VersionView(model, undefined, shapeOf(model));
  };
  return {
    related,
    relatedTo(model) {
      const names = new Set(models.map(({ plural, group }) => (group === model.group ? plural : `${plural}.${group}`)));
      return [...names].flatMap((name) => {
        const view = related(model, name);
        return view === undefined ? [] : [{ name, view }];
      });
    },
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
