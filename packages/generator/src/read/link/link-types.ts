import type { EndpointTypesModel, Model, ModelPart } from "../../model/model.js";
import { canConstrain } from "../../model/constraint-scope.js";
import { compareText } from "../../model/compare-text.js";
import { resolved, type TypeLookup, typeLookup } from "../../model/type-at-path.js";
import { isOfPackage } from "../../model/source-span.js";
import type { Constraints, NamedType, Type } from "../../model/type.js";
import { constrained, constraintsOf, picked } from "../../model/constrained.js";
import { discriminated } from "../../model/discriminator.js";
import { mapChildren, partsOf } from "../../model/map-type.js";
import type { Reader } from "../reader.js";
import { exported, type GivenNames, type LinkedEntry, nameTypes, sameTypes } from "./type-names.js";

/** The types of one endpoint, and where `typed<…>()` gives them. */
export interface EndpointTypesReading extends EndpointTypesModel {
  /** Absolute path of the module. */
  readonly file: string;
  /** Where the type argument starts. */
  readonly offset: number;
}

/** What types are read for: everything else is reached from here. */
export interface TypeRoots {
  readonly models: readonly Model[];
  readonly endpoints: readonly EndpointTypesReading[];
}

/** Models, endpoints and named types whose references are names. */
export interface Linked extends TypeRoots {
  readonly types: readonly NamedType[];
}

export interface LinkInput extends TypeRoots {
  readonly entries: readonly LinkedEntry[];
  readonly typeNames: GivenNames;
  readonly report: Reader["reportAt"];
}

/**
 * Finishes what was read: types that nothing refers to are dropped, references get names instead of ids, tags on a union go to the
 * members they are about, and unions get their discriminators.
 */
export function linkTypes({ entries: read, typeNames, report, ...roots }: LinkInput): Linked {
  const entries = read.map((entry) => exported(entry, typeNames));
  // Before names are given: a type that is not used has no name that could be that of another.
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const used = usedEntries(rootsOf(roots), byId);
  const same = sameTypes(entries.filter((entry) => used.has(entry)));
  const distinct = entries.filter(({ id }) => same.get(id) === id);
  const given = nameTypes({
    entries: distinct,
    onClash: (clash, span) => report("CM3021", span, { ...clash }),
  });
  for (const key of Object.keys(typeNames).filter((name) => name.includes("#"))) {
    if (!entries.some((entry) => entry.key === key && used.has(entry))) report("CM3050", undefined, { key });
  }
  const names = new Map(Array.from(same, ([id, first]) => [id, given.get(first) ?? id]));
  const types = distinct
    .map((entry) => namedType(entry, names.get(entry.id) ?? entry.name))
    .toSorted((a, b) => compareText(a.name, b.name));
  const named = withNames({ ...roots, types }, names);
  const lookup = typeLookup(named);
  return mapTypes(named, (type) => finished(lookup, type));
}

function namedType({ body, origin }: LinkedEntry, name: string): NamedType {
  const { type, annotations } = body;
  const { documentation, tagSpans } = annotations;
  const { example } = tagSpans;
  // The place of a package's type is in the author's file, but its comment is not.
  const spans = example !== undefined && isOfPackage(example) ? { tagSpans: { ...type.tagSpans, example } } : {};
  return { name, documentation, type: { ...type, ...spans }, span: origin.span };
}

function withNames(linked: Linked, names: ReadonlyMap<string, string>): Linked {
  return mapTypes(linked, (type) =>
    type.shape === "ref" ? { ...type, name: names.get(type.name) ?? type.name } : type,
  );
}

function finished(lookup: TypeLookup, type: Type): Type {
  return type.shape === "union" ? discriminated(lookup, pushedDown(lookup, type)) : type;
}

type Union = Extract<Type, { shape: "union" }>;

/** `@maxLength 10` on `Name | null` is about the name: it goes to the members it can constrain, and stays where there are none. */
function pushedDown(lookup: TypeLookup, union: Union): Union {
  const names = constraintsOf(union.constraints);
  if (names.length === 0) return union;
  const takes = (member: Type, name: keyof Constraints): boolean =>
    canConstrain(union.constraints, name, resolved(lookup, member).shape);
  const taken = names.filter((name) => union.members.some((member) => takes(member, name)));
  const { tagSpans = {}, ...rest } = union;
  const members = union.members.map((member) => {
    const own = taken.filter((name) => takes(member, name));
    return constrained(member, { constraints: picked(union.constraints, own), tagSpans: picked(tagSpans, own) });
  });
  const left = names.filter((name) => !taken.includes(name));
  const spans = left.length === 0 ? {} : { tagSpans: picked(tagSpans, left) };
  return { ...rest, members, constraints: picked(union.constraints, left), ...spans };
}

/** Applies `change` to every type of models, endpoints and named types, inner ones first. */
function mapTypes({ types, ...roots }: Linked, change: (type: Type) => Type): Linked {
  const deep = (type: Type): Type => change(mapChildren(type, deep));
  return { ...mapRoots(roots, deep), types: types.map((named) => ({ ...named, type: deep(named.type) })) };
}

/**
 * The named types that `roots` refer to, directly or not, while references are ids yet.
 *
 * @param entries All named types by their ids.
 */
export function usedEntries<Entry extends Pick<LinkedEntry, "body">>(
  roots: readonly Type[],
  entries: ReadonlyMap<string, Entry>,
): ReadonlySet<Entry> {
  const used = new Set<Entry>();
  const queue = [...roots];
  // The array grows while it is gone through.
  for (const type of queue) {
    const entry = type.shape === "ref" ? entries.get(type.name) : undefined;
    if (entry !== undefined && !used.has(entry)) {
      used.add(entry);
      queue.push(entry.body.type);
    }
    queue.push(...partsOf(type));
  }
  return used;
}

/** The types at the roots. */
export function rootsOf({ models, endpoints }: TypeRoots): readonly Type[] {
  const parts = [
    ...models.flatMap(({ spec, status }) => [spec, status]),
    ...endpoints.flatMap(({ body, query, response }) => [body, query, response]),
  ];
  return parts.flatMap((part) => part?.type ?? []);
}

/** The roots with `change` applied to their types. */
export function mapRoots({ models, endpoints }: TypeRoots, change: (type: Type) => Type): TypeRoots {
  const part = (given: ModelPart): ModelPart => ({ ...given, type: change(given.type) });
  return {
    models: models.map((model) => ({
      ...model,
      ...(model.spec && { spec: part(model.spec) }),
      ...(model.status && { status: part(model.status) }),
    })),
    endpoints: endpoints.map((endpoint) => ({
      ...endpoint,
      ...(endpoint.body && { body: part(endpoint.body) }),
      ...(endpoint.query && { query: part(endpoint.query) }),
      ...(endpoint.response && { response: part(endpoint.response) }),
    })),
  };
}
