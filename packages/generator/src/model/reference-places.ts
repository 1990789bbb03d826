import { partsOf } from "./map-type.js";
import type { Model, ReferenceModel, ReferencePath } from "./model.js";
import { scalarOf } from "./scalars.js";
import type { SourceSpan } from "./source-span.js";
import type { TypeLookup } from "./type-at-path.js";
import type { Property, Type } from "./type.js";
import { TypeSearch } from "./type-search.js";

/** Where a model's objects hold a reference, and what is in the way of keeping it there. */
export interface ReferencePlace extends ReferenceModel {
  /** Why it cannot be cleared; absent where it can. */
  readonly fixed?: string;
  /** Whether a type on the way holds itself, so that there is no end of such places. */
  readonly isEndless: boolean;
}

/** A place that holds some other scalar. */
export interface OtherPlace {
  readonly index: string;
  readonly span: SourceSpan;
}

export interface FoundPlaces {
  readonly references: readonly ReferencePlace[];
  readonly others: readonly OtherPlace[];
}

/** How a value can be taken away from where it stands, or why not. */
type Hold = { readonly clearedTo: "nothing" | "null" } | { readonly fixed: string };

interface Step {
  readonly path: ReferencePath;
  readonly hold: Hold;
  /** Named types on the way here. */
  readonly names: readonly string[];
  readonly span: SourceSpan;
}

/**
 * Finds the references in a model's objects, each way through unions by itself, and what else may stand under the same names. An object
 * of another model that stands inside is a copy, whose references are not this object's.
 *
 * Types of others can be graphs of a thousand types that hold one another, with more ways through them than could ever be walked. So a
 * walk enters only what leads to a reference, and a type that holds itself only once.
 */
export function referencePlaces(lookup: TypeLookup, model: Model): FoundPlaces {
  const search = new TypeSearch({ lookup, isSought: isReference, entersModels: false });
  const entered = new Set<string>();
  const entersOnce = (name: string): boolean =>
    !search.isEndless(name) || (!entered.has(name) && entered.add(name).has(name));
  const entersType = (name: string): boolean => search.bearsNamed(name) && entersOnce(name);
  const found = textsOf(model, { lookup, entersType, entersPath: () => true });
  const isEndless = (name: string): boolean => search.isEndless(name);
  const references = [...found].flatMap(({ text, step: { path, hold, names, span } }): ReferencePlace[] =>
    isReference(text)
      ? [{ ...text.reference, index: indexNameOf(path), path, ...hold, span, isEndless: names.some(isEndless) }]
      : [],
  );
  const indexes = new Set(references.map(({ index }) => index));
  const entersPath = (path: ReferencePath): boolean => isStartOf(indexNameOf(path), indexes);
  const all = textsOf(model, { lookup, entersType: () => true, entersPath });
  const others = [...all].flatMap(({ text, step: { path, span } }) =>
    !isReference(text) && indexes.has(indexNameOf(path)) ? [{ index: indexNameOf(path), span }] : [],
  );
  return { references, others };
}

type Shape<Name extends Type["shape"]> = Extract<Type, { shape: Name }>;
type Reference = Shape<"string"> & Required<Pick<Shape<"string">, "reference">>;

function isReference(type: Type): type is Reference {
  return type.shape === "string" && type.reference !== undefined;
}

/** Whether a name is one of `names` or leads to one. */
function isStartOf(start: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) => name === start || name.startsWith(`${start}.`));
}

/** What a walk goes into. */
interface Walk {
  readonly lookup: TypeLookup;
  readonly entersType: (name: string) => boolean;
  readonly entersPath: (path: ReferencePath) => boolean;
}

/** A place of a text, or of what is like one. */
interface TextPlace {
  readonly text: Type;
  readonly step: Step;
}

function* textsOf({ spec, status }: Model, walk: Walk): Iterable<TextPlace> {
  for (const [name, part] of Object.entries({ spec, status })) {
    if (part !== undefined)
      yield* textsIn(part.type, { path: [name], hold: REQUIRED, names: [], span: part.span }, walk);
  }
}

function* textsIn(type: Type, step: Step, walk: Walk): Iterable<TextPlace> {
  const { path, hold, names } = step;
  switch (type.shape) {
    case "ref": {
      if (names.includes(type.name) || !walk.entersType(type.name)) return;
      const named = walk.lookup.typeNamed(type.name);
      if (named !== undefined) yield* textsIn(named.type, { ...step, names: [...names, type.name] }, walk);
      return;
    }
    case "array":
      return yield* textsIn(type.items, { ...step, path: [...path, null], hold: itemHold(type, hold) }, walk);
    case "record":
      return yield* textsIn(type.values, { ...step, path: [...path, null], hold: itemHold(type, hold) }, walk);
    case "tuple":
      for (const item of partsOf(type)) yield* textsIn(item, { ...step, path: [...path, null], hold: IN_TUPLE }, walk);
      return;
    case "object":
      for (const property of type.properties) {
        const next = propertyStep(step, property);
        if (walk.entersPath(next.path)) yield* textsIn(property.type, next, walk);
      }
      if (type.additional === undefined) return;
      return yield* textsIn(type.additional, { ...step, path: [...path, null], hold: { clearedTo: "nothing" } }, walk);
    case "union": {
      const isNullable = type.members.some(({ shape }) => shape === "null") && "fixed" in hold && hold !== IMMUTABLE;
      for (const member of type.members) yield* textsIn(member, isNullable ? { ...step, hold: NULLABLE } : step, walk);
      return;
    }
    default: {
      const isText = type.shape === "literal" || type.shape === "enum" || scalarOf(type.shape)?.json === "string";
      if (isText) yield { text: type, step };
    }
  }
}

const REQUIRED: Hold = { fixed: "it is required" };
const IMMUTABLE: Hold = { fixed: "it is immutable" };
const NULLABLE: Hold = { clearedTo: "null" };
const IN_TUPLE: Hold = { fixed: "it has a place of its own in a list" };

function propertyStep(step: Step, { name, required, immutable, span }: Property): Step {
  const isFixed = immutable === true || step.hold === IMMUTABLE;
  const hold: Hold = isFixed ? IMMUTABLE : required ? REQUIRED : { clearedTo: "nothing" };
  return { ...step, path: [...step.path, name], hold, span };
}

/** An item can be taken out of what holds it, unless too few would be left. */
function itemHold({ constraints }: Type, hold: Hold): Hold {
  if (hold === IMMUTABLE) return IMMUTABLE;
  const least = constraints.minItems ?? constraints.minProperties ?? 0;
  return least > 0 ? { fixed: `at least ${least} of them must be left` } : { clearedTo: "nothing" };
}

function indexNameOf(path: ReferencePath): string {
  return path.filter((segment) => segment !== null).join(".");
}
