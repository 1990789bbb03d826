import { locateTerms, type LocatedRequirement, type LocatedTerm, SelectorSyntaxError } from "@cmgen/model";
import {
  type AllOf,
  type AnyOf,
  type FieldColumn,
  type FieldFilter,
  type IndexValue,
  type LabelFilter,
  parseIndexValue,
  valueDescriptions,
} from "@cmgen/store";
import { everything, isEverything } from "./all-of.js";
import type { ListField } from "./list-fields.js";
import type { QueryProblems } from "./list-parameters.js";

/** Plans the terms on labels. */
export function planLabels(selectors: readonly string[], problems: QueryProblems): LabelFilter[] {
  const located = read("labelSelector", problems, () => locateTerms(selectors, "label", problems.selectorLimits));
  return located.flatMap(({ requirement }): LabelFilter[] => {
    const { key, operator, values } = requirement;
    if (operator === "exists" || operator === "absent") return [{ test: operator, key }];
    return excludesNothing(requirement) ? [] : [{ test: operator === "notIn" ? "notIn" : "in", key, values }];
  });
}

/** What is in no list at all is everything. */
function excludesNothing({ operator, values }: LocatedRequirement["requirement"]): boolean {
  return operator === "notIn" && values.length === 0;
}

/** Plans the terms on fields: each must be an index, and its values of the index's type. */
export function planFields(
  selectors: readonly string[],
  fields: ReadonlyMap<string, ListField>,
  problems: QueryProblems,
): AllOf {
  const located = read("fieldSelector", problems, () => locateTerms(selectors, "field", problems.selectorLimits));
  return planAll(located, fields, problems);
}

function planAll(
  terms: readonly LocatedTerm[],
  fields: ReadonlyMap<string, ListField>,
  problems: QueryProblems,
): AllOf {
  const filters: FieldFilter[] = [];
  const any: AnyOf[] = [];
  for (const term of terms) {
    if ("anyOf" in term) {
      const of = term.anyOf.map((all) => planAll(all, fields, problems));
      // Beside an alternative that every object matches, the others do not matter.
      if (!of.some(isEverything)) any.push({ test: "any", of });
    } else filters.push(...planTerm(term, fields, problems));
  }
  return { ...everything, fields: filters, ...(any.length > 0 && { any }) };
}

function planTerm(
  located: LocatedRequirement,
  fields: ReadonlyMap<string, ListField>,
  problems: QueryProblems,
): FieldFilter[] {
  const { key } = located.requirement;
  const field = fields.get(key);
  if (field !== undefined) return fieldFilter(located, field, problems);
  const message = `${key} is not an index of this type; only indexes can be selected by`;
  problems.add({ path: "fieldSelector", code: "unknownField", message, column: located.column });
  return [];
}

/** What is read of a parameter's selectors; nothing, and a problem, where they cannot be read. */
function read<Term>(path: string, problems: QueryProblems, readTerms: () => readonly Term[]): readonly Term[] {
  try {
    return readTerms();
  } catch (error) {
    if (!(error instanceof SelectorSyntaxError)) throw error;
    problems.add({ path, code: "syntax", message: error.message, column: error.column });
    return [];
  }
}

function fieldFilter(located: LocatedRequirement, known: ListField, problems: QueryProblems): FieldFilter[] {
  const { operator } = located.requirement;
  const { column: field } = known;
  if (operator === "exists" || operator === "absent") return [{ test: operator, field }];
  if (operator === "startsWith" && field.type !== "string") {
    const message = `^= is for strings, and ${located.requirement.key} is ${valueDescriptions[field.type]}`;
    problems.add({ path: "fieldSelector", code: "operator", message, column: located.column });
    return [];
  }
  if (excludesNothing(located.requirement)) return [];
  const values = typedValues(located, field, problems);
  if (operator === "in" || operator === "notIn") {
    reportUnknownValues(located, known, problems);
    return [{ test: operator, field, values }];
  }
  const [value] = values;
  if (value === undefined) return [];
  return [
    operator === "startsWith" ? { test: operator, field, prefix: String(value) } : { test: operator, field, value },
  ];
}

/** A value that the field cannot have is a mistake, and not a list of nothing. Bounds and beginnings need not be values. */
function reportUnknownValues(
  { requirement, valueColumns }: LocatedRequirement,
  { values: known }: ListField,
  problems: QueryProblems,
): void {
  if (known === undefined) return;
  for (const [place, text] of requirement.values.entries()) {
    if (known.includes(text)) continue;
    const message = `${JSON.stringify(text)} is not a value of ${requirement.key}; its values are ${known.join(", ")}`;
    const column = valueColumns[place];
    problems.add({ path: "fieldSelector", code: "enum", message, ...(column === undefined ? {} : { column }) });
  }
}

/** The values of the field's type; others are problems. */
function typedValues(
  { requirement, valueColumns }: LocatedRequirement,
  { type }: FieldColumn,
  problems: QueryProblems,
): IndexValue[] {
  const values = requirement.values.flatMap((text, place): IndexValue[] => {
    const value = parseIndexValue(type, text);
    if (value !== undefined) return [value];
    const message = `${JSON.stringify(text)} is not ${valueDescriptions[type]}, which ${requirement.key} is`;
    const column = valueColumns[place];
    problems.add({ path: "fieldSelector", code: "type", message, ...(column === undefined ? {} : { column }) });
    return [];
  });
  return [...new Set(values)];
}
