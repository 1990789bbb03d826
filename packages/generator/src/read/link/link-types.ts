import type { Model, ModelPart } from "../../model/model.js";
import { compareText } from "../../model/compare-text.js";
import { type TypeLookup, typeLookup } from "../../model/type-at-path.js";
import type { NamedType, Type } from "../../model/type.js";
import type { NamedEntry } from "../types/named-types.js";
import { discriminated } from "../../model/discriminator.js";
import { mapChildren, partsOf } from "../../model/map-type.js";
import { pushedDown } from "./push-down.js";
import { nameTypes, type TypeOrigin } from "./type-names.js";

/** Models and named types whose references are names. */
export interface Linked {
  readonly models: readonly Model[];
  readonly types: readonly NamedType[];
}

export interface LinkInput {
  readonly models: readonly Model[];
  readonly entries: readonly NamedEntry[];
  readonly originOf: (entry: NamedEntry) => TypeOrigin;
}

/**
 * Finishes what was read: references get names instead of ids, tags on a union go to the members they are about, unions get their
 * discriminators, and types that no model refers to are dropped.
 */
export function linkTypes({ models, entries, originOf }: LinkInput): Linked {
  const names = nameTypes({ entries, originOf, taken: models.map(({ kind }) => kind) });
  const named = withNames(
    { models, types: entries.flatMap((entry) => namedType(entry, names, originOf(entry))) },
    names,
  );
  const types = reachable(named).sort((a, b) => compareText(a.name, b.name));
  const lookup = typeLookup({ models: named.models, types });
  return mapTypes({ models: named.models, types }, (type) => finished(lookup, type));
}

function namedType(entry: NamedEntry, names: ReadonlyMap<string, string>, { span }: TypeOrigin): NamedType[] {
  const name = names.get(entry.id);
  const { type, annotations } = entry.body;
  return name === undefined ? [] : [{ name, documentation: annotations.documentation, type, span }];
}

function withNames(linked: Linked, names: ReadonlyMap<string, string>): Linked {
  return mapTypes(linked, (type) =>
    type.shape === "ref" ? { ...type, name: names.get(type.name) ?? type.name } : type,
  );
}

function finished(lookup: TypeLookup, type: Type): Type {
  return type.shape === "union" ? discriminated(lookup, pushedDown(lookup, type)) : type;
}

/** Applies `change` to every type of models and named types, inner ones first. */
function mapTypes({ models, types }: Linked, change: (type: Type) => Type): Linked {
  const deep = (type: Type): Type => change(mapChildren(type, deep));
  const part = (given: ModelPart): ModelPart => ({ ...given, type: deep(given.type) });
  return {
    types: types.map((named) => ({ ...named, type: deep(named.type) })),
    models: models.map((model) => ({
      ...model,
      ...(model.spec && { spec: part(model.spec) }),
      ...(model.status && { status: part(model.status) }),
    })),
  };
}

/** The named types that models refer to, directly or not. */
function reachable({ models, types }: Linked): NamedType[] {
  const byName = new Map(types.map((type) => [type.name, type]));
  const found = new Set<NamedType>();
  const queue: Type[] = models.flatMap(({ spec, status }) => [spec, status].flatMap((part) => part?.type ?? []));
  for (const type of queue) {
    const named = type.shape === "ref" ? byName.get(type.name) : undefined;
    if (named !== undefined && !found.has(named)) {
      found.add(named);
      queue.push(named.type);
    }
    queue.push(...partsOf(type));
  }
  return [...found];
}
