import type { Model, ReferenceModel, ReferencePath } from "./model.js";
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
 * Finds the references in a model's objects, each way through unions by itself. An object of another model that stands inside is a copy,
 * whose references are not this object's.
 */
export function referencePlaces(lookup: TypeLookup, model: Model): FoundPlaces {
  const references: (Omit<ReferencePlace, "isEndless"> & { readonly names: readonly string[] })[] = [];
  const others: OtherPlace[] = [];
  const endless = new Set<string>();
  const visit = (type: Type, step: Step): void => {
    const { path, hold, names, span } = step;
    switch (type.shape) {
      case "ref": {
        if (names.includes(type.name)) {
          endless.add(type.name);
          return;
        }
        const named = lookup.typeNamed(type.name);
        if (named !== undefined) visit(named.type, { ...step, names: [...names, type.name] });
        return;
      }
      case "string":
        if (type.reference === undefined) others.push({ index: indexNameOf(path), span });
        else references.push({ ...type.reference, index: indexNameOf(path), path, ...hold, names, span });
        return;
      case "literal":
      case "enum":
      case "timestamp":
      case "int64":
        others.push({ index: indexNameOf(path), span });
        return;
      case "array":
        visit(type.items, { ...step, path: [...path, null], hold: itemHold(type, hold) });
        return;
      case "tuple":
        for (const item of type.items) visit(item, { ...step, path: [...path, null], hold: IN_TUPLE });
        if (type.rest !== undefined) visit(type.rest, { ...step, path: [...path, null], hold: IN_TUPLE });
        return;
      case "record":
        visit(type.values, { ...step, path: [...path, null], hold: itemHold(type, hold) });
        return;
      case "object":
        for (const property of type.properties) visit(property.type, propertyStep(step, property));
        if (type.additional !== undefined)
          visit(type.additional, { ...step, path: [...path, null], hold: { clearedTo: "nothing" } });
        return;
      case "union": {
        const nullable = type.members.some(({ shape }) => shape === "null") && "fixed" in hold && hold !== IMMUTABLE;
        for (const member of type.members) visit(member, nullable ? { ...step, hold: { clearedTo: "null" } } : step);
        break;
      }
      default:
    }
  };
  for (const name of ["spec", "status"] as const) {
    const part = model[name];
    if (part !== undefined) visit(part.type, { path: [name], hold: REQUIRED, names: [], span: part.span });
  }
  const places = references.map(({ names, ...place }) => ({
    ...place,
    isEndless: names.some((name) => endless.has(name)),
  }));
  return { references: places, others };
}

const REQUIRED: Hold = { fixed: "it is required" };
const IMMUTABLE: Hold = { fixed: "it is immutable" };
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
