import { holdingTypes } from "./holding-types.js";
import type { Model, ReferenceModel, ReferencePath } from "./model.js";
import { scalarOf } from "./scalars.js";
import type { SourceSpan } from "./source-span.js";
import type { TypeLookup } from "./type-at-path.js";
import type { Property, Type } from "./type.js";

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
  const { holding, endless } = holdingTypes(lookup, model);
  const entered = new Set<string>();
  const entersOnce = (name: string): boolean =>
    !endless.has(name) || (!entered.has(name) && entered.add(name).has(name));
  const { references } = new PlaceFinder(lookup, {
    entersType: (name) => holding.has(name) && entersOnce(name),
    entersPath: () => true,
  }).find(model);
  const names = new Set(references.map(({ index }) => index));
  const { others } = new PlaceFinder(lookup, {
    entersType: () => true,
    entersPath: (path) => isStartOf(indexNameOf(path), names),
  }).find(model);
  return {
    references: references.map(({ through, ...place }) => ({
      ...place,
      isEndless: through.some((name) => endless.has(name)),
    })),
    others: others.filter(({ index }) => names.has(index)),
  };
}

/** Whether a name is one of `names` or leads to one. */
function isStartOf(start: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) => name === start || name.startsWith(`${start}.`));
}

type Shape<Name extends Type["shape"]> = Extract<Type, { shape: Name }>;

/** What a walk goes into. */
interface Walk {
  readonly entersType: (name: string) => boolean;
  readonly entersPath: (path: ReferencePath) => boolean;
}

/** A place with the named types on the way there. */
type WalkedPlace = Omit<ReferencePlace, "isEndless"> & { readonly through: readonly string[] };

class PlaceFinder {
  readonly #lookup: TypeLookup;
  readonly #walk: Walk;
  readonly #references: WalkedPlace[] = [];
  readonly #others: OtherPlace[] = [];

  constructor(lookup: TypeLookup, walk: Walk) {
    this.#lookup = lookup;
    this.#walk = walk;
  }

  find(model: Model): { readonly references: readonly WalkedPlace[]; readonly others: readonly OtherPlace[] } {
    for (const name of ["spec", "status"] as const) {
      const part = model[name];
      if (part !== undefined) this.#visit(part.type, { path: [name], hold: REQUIRED, names: [], span: part.span });
    }
    return { references: this.#references, others: this.#others };
  }

  #visit(type: Type, step: Step): void {
    const { path, hold, span } = step;
    switch (type.shape) {
      case "ref":
        return this.#visitNamed(type, step);
      case "literal":
      case "enum":
        return this.#addText(type, step);
      case "array":
        return this.#visit(type.items, { ...step, path: [...path, null], hold: itemHold(type, hold) });
      case "record":
        return this.#visit(type.values, { ...step, path: [...path, null], hold: itemHold(type, hold) });
      case "tuple": {
        const items = type.rest === undefined ? type.items : [...type.items, type.rest];
        for (const item of items) this.#visit(item, { path: [...path, null], hold: IN_TUPLE, names: step.names, span });
        return undefined;
      }
      case "object":
        return this.#visitObject(type, step);
      case "union": {
        const isNullable = type.members.some(({ shape }) => shape === "null") && "fixed" in hold && hold !== IMMUTABLE;
        for (const member of type.members) this.#visit(member, isNullable ? { ...step, hold: NULLABLE } : step);
        return undefined;
      }
      default:
        return scalarOf(type.shape)?.json === "string" ? this.#addText(type, step) : undefined;
    }
  }

  #visitNamed({ name }: Shape<"ref">, step: Step): void {
    if (step.names.includes(name) || !this.#walk.entersType(name)) return;
    const named = this.#lookup.typeNamed(name);
    if (named !== undefined) this.#visit(named.type, { ...step, names: [...step.names, name] });
  }

  #visitObject({ properties, additional }: Shape<"object">, step: Step): void {
    for (const property of properties) {
      const next = propertyStep(step, property);
      if (this.#walk.entersPath(next.path)) this.#visit(property.type, next);
    }
    if (additional === undefined) return;
    this.#visit(additional, { ...step, path: [...step.path, null], hold: { clearedTo: "nothing" } });
  }

  #addText(type: Type, { path, hold, names, span }: Step): void {
    const index = indexNameOf(path);
    if (type.shape !== "string" || type.reference === undefined) this.#others.push({ index, span });
    else this.#references.push({ ...type.reference, index, path, ...hold, through: names, span });
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
