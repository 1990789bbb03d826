import type { Model, ModelPart } from "../../model/model.js";
import type { NamedType, Type } from "../../model/type.js";
import type { NamedEntry } from "../types/named-types.js";
import { mapChildren } from "./map-type.js";
import { nameTypes } from "./type-names.js";

/** Models and named types whose references are names. */
export interface Linked {
  readonly models: readonly Model[];
  readonly types: readonly NamedType[];
}

/** Replaces the ids in references by names. */
export function linkTypes(models: readonly Model[], entries: readonly NamedEntry[]): Linked {
  const names = nameTypes(
    entries,
    models.map(({ kind }) => kind),
  );
  const link = (type: Type): Type => {
    const linked = mapChildren(type, link);
    return linked.shape === "ref" ? { ...linked, name: names.get(linked.name) ?? linked.name } : linked;
  };
  const types = entries.flatMap((entry) => namedType(entry, names, link)).sort((a, b) => compareText(a.name, b.name));
  return { types, models: models.map((model) => linkModel(model, link)) };
}

function namedType(entry: NamedEntry, names: ReadonlyMap<string, string>, link: (type: Type) => Type): NamedType[] {
  const { body, id } = entry;
  const name = names.get(id);
  if (body === undefined || name === undefined) return [];
  return [{ name, documentation: body.annotations.documentation, type: link(body.type), span: body.type.span }];
}

function linkModel(model: Model, link: (type: Type) => Type): Model {
  const part = (given: ModelPart): ModelPart => ({ ...given, type: link(given.type) });
  return {
    ...model,
    ...(model.spec && { spec: part(model.spec) }),
    ...(model.status && { status: part(model.status) }),
  };
}

/** By code unit: the order is the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
