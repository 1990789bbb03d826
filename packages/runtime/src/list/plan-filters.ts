import {
  foldCase,
  hintWithin,
  locateTerms,
  type LocatedRequirement,
  type LocatedTerm,
  type LocatedValues,
  searchWords,
  SelectorSyntaxError,
} from "@cmgen/model/internal";
import {
  type AllOf,
  type AnyOf,
  type FieldFilter,
  type IndexValue,
  type LabelFilter,
  parseIndexValue,
  valueDescriptions,
} from "@cmgen/store";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { everything, isEverything, narrowed } from "./all-of.js";
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

/** Another resource of the service, as the caller can find its objects. */
export interface RelatedResource {
  readonly model: ModelDescriptor;
  readonly fields: ReadonlyMap<string, ListField>;
  /** The alternatives of which an object must match one; absent where it may be any object. */
  readonly rows: readonly AllOf[] | undefined;
}

/** The other resources of the service. */
export interface RelatedResources {
  /** Undefined if there is none of the name: a plural, perhaps with a dot and its group behind it. */
  find(name: string): RelatedResource | undefined;
  /** The names of those that may be found. */
  names(): Iterable<string>;
  /** Whether any was found: then a plan depends on what the caller may see of it. */
  readonly isUsed: boolean;
}

/** What terms on fields can name. */
export interface Selectable {
  readonly fields: ReadonlyMap<string, ListField>;
  /** Other resources whose values can be selected by; absent where there are none. */
  readonly related?: RelatedResources | undefined;
  /** Whose fields they are, in complaints. */
  readonly of?: string;
}

/** Plans the terms on fields: each must be an index, and its values of the index's type. */
export function planFields(selectors: readonly string[], selectable: Selectable, problems: QueryProblems): AllOf {
  const located = read("fieldSelector", problems, () => locateTerms(selectors, "field", problems.selectorLimits));
  return planAll(located, selectable, problems);
}

function planAll(terms: readonly LocatedTerm[], fields: Selectable, problems: QueryProblems): AllOf {
  const filters: FieldFilter[] = [];
  const any: AnyOf[] = [];
  for (const term of terms) {
    if ("anyOf" in term) {
      const of = term.anyOf.map((all) => planAll(all, fields, problems));
      // Beside an alternative that every object matches, the others do not matter.
      if (!of.some(isEverything)) any.push({ test: "any", of });
      continue;
    }
    const planned = planTerm(term, fields, problems);
    filters.push(...planned);
    const shownIn = fields.fields.get(term.requirement.key)?.shownIn;
    // What is hidden in an object neither includes it nor leaves it out.
    if (shownIn !== undefined && planned.length > 0) any.push({ test: "any", of: shownIn.rows });
  }
  return { ...everything, fields: filters, ...(any.length > 0 && { any }) };
}

function planTerm(located: LocatedRequirement, selectable: Selectable, problems: QueryProblems): FieldFilter[] {
  const { key } = located.requirement;
  const field = selectable.fields.get(key);
  if (field !== undefined && located.of !== undefined)
    return valuesFilter({ ...located, of: located.of }, { field, related: selectable.related }, problems);
  if (reportMeant(located, selectable, problems)) return [];
  if (field !== undefined) return fieldFilter(located, { ...field, words: wordsOf(key, selectable) }, problems);
  const message = `${key} is not an index of ${selectable.of ?? "this type"}; only indexes can be selected by`;
  const hint = unknownHint(located.requirement, selectable, problems);
  const { fields } = selectable;
  const cause = { path: "fieldSelector", code: "unknownField", message: `${message}${hint}`, column: located.column };
  problems.add(cause, fields.keys());
  return [];
}

/** Words are looked for in an index of their own. */
function unknownHint(
  { key, operator }: LocatedRequirement["requirement"],
  selectable: Selectable,
  problems: QueryProblems,
): string {
  const words = wordsOf(key, selectable);
  if (words !== undefined) return `. The words of ${key} are in ${words}`;
  if (operator === "contains") return `. contains needs a field that is declared with @search`;
  return problems.guess(key, selectable.fields.keys());
}

/** The index that has the words of a field. */
function wordsOf(key: string, { fields }: Selectable): string | undefined {
  const name = `${key}.words`;
  return fields.get(name)?.search === true ? name : undefined;
}

/** Reports plain values that seem to mean something else, such as `1|b=2`. In double quotes they are values. */
function reportMeant(
  { requirement: { values }, selector, valueColumns }: LocatedRequirement,
  { fields }: Selectable,
  problems: QueryProblems,
): boolean {
  for (const [place, column] of valueColumns.entries()) {
    const value = values[place] ?? "";
    const hint = selector[column - 1] === '"' ? undefined : hintWithin(value, (name) => fields.has(name));
    if (hint === undefined) continue;
    const message = `${JSON.stringify(value)} looks like more than a value: ${hint}. A value like this one is written in double quotes`;
    problems.add({ path: "fieldSelector", code: "syntax", message, column });
    return true;
  }
  return false;
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

/** A field, and the index that has its words. */
interface SelectedField extends ListField {
  readonly words: string | undefined;
}

function fieldFilter(located: LocatedRequirement, known: SelectedField, problems: QueryProblems): FieldFilter[] {
  const { operator } = located.requirement;
  const { column: field } = known;
  if (operator === "exists" || operator === "absent") return [{ test: operator, field }];
  if (operator === "startsWith" && field.type !== "string") {
    const message = `^= is for strings, and ${located.requirement.key} is ${valueDescriptions[field.type]}`;
    problems.add({ path: "fieldSelector", code: "operator", message, column: located.column });
    return [];
  }
  if (excludesNothing(located.requirement)) return [];
  if (operator === "contains") return containsFilters(located, known, problems);
  const values = typedValues(located, known, problems);
  if (operator === "among" || operator === "notAmong") return [];
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

/** Each word of a text is wanted, of which the last may be the beginning of one. */
function containsFilters(
  { requirement: { key, values }, column, valueColumns }: LocatedRequirement,
  { column: field, search, words: wordsIndex }: SelectedField,
  problems: QueryProblems,
): FieldFilter[] {
  const [text = ""] = values;
  const words = searchWords(text);
  const prefix = words.pop();
  if (search && prefix !== undefined)
    return [
      ...words.map((word): FieldFilter => ({ test: "in", field, values: [word] })),
      { test: "startsWith", field, prefix },
    ];
  const [code, message, at = column] = search
    ? ["type", `${JSON.stringify(text)} has no words`, valueColumns[0]]
    : ["operator", `contains is for the words of texts, and ${key} does not hold those${withWords(wordsIndex)}`];
  problems.add({ path: "fieldSelector", code, message, column: at });
  return [];
}

function withWords(index: string | undefined): string {
  return index === undefined ? ". It needs a field that is declared with @search" : `. ${index} does`;
}

/** Plans a condition on the values of other objects. */
function valuesFilter(
  { requirement: { key, operator }, of, column }: LocatedRequirement & { readonly of: LocatedValues },
  { field: { column: field, ci, search }, related }: Pick<Selectable, "related"> & { readonly field: ListField },
  problems: QueryProblems,
): FieldFilter[] {
  const other = related?.find(of.resource);
  const problem = (code: string, message: string, at: number): FieldFilter[] => {
    problems.add({ path: "fieldSelector", code, message, column: at }, other?.fields.keys());
    return [];
  };
  if (related === undefined)
    return problem("operator", "the values of other objects can be selected by in lists and counts only", column);
  if (other === undefined)
    return problem(
      "unknownResource",
      `${of.resource} is not a resource of this service${problems.guess(of.resource, related.names())}`,
      of.column,
    );
  const { model, fields } = other;
  const known = fields.get(of.key);
  const where = narrowed(planOthers(of.terms, other, problems), known?.shownIn?.rows);
  if (known === undefined) {
    const guess = problems.guess(of.key, fields.keys());
    const message = `${of.key} is not an index of ${model.plural}${guess}`;
    return problem("unknownField", message, of.keyColumn);
  }
  const { column: values } = known;
  if (values.type !== field.type) {
    const message = `${of.key} of ${model.plural} is ${valueDescriptions[values.type]}, and ${key} is ${valueDescriptions[field.type]}`;
    return problem("type", message, of.keyColumn);
  }
  if (known.search !== search)
    return problem("type", `${of.key} of ${model.plural} and ${key} do not both hold words`, of.keyColumn);
  if (known.ci !== ci) {
    const [ignores, counts] = ci ? [key, `${of.key} of ${model.plural}`] : [`${of.key} of ${model.plural}`, key];
    return problem("type", `the case of texts counts in ${counts}, and not in ${ignores}`, of.keyColumn);
  }
  const { group, plural, table, labelTable } = model;
  const test = operator === "among" ? "among" : "notAmong";
  return [{ test, field, of: { group, plural, table, labelTable, field: values, where } }];
}

/** Plans which objects of another resource are meant, of those that the caller can find. */
export function planOthers(
  terms: readonly LocatedTerm[],
  { model, fields, rows }: RelatedResource,
  problems: QueryProblems,
): AllOf {
  return narrowed(planAll(terms, { fields, of: model.plural }, problems), rows);
}

/** A value that the field cannot have is a mistake, and not a list of nothing. Bounds and beginnings need not be values. */
function reportUnknownValues(
  { requirement, valueColumns }: LocatedRequirement,
  { values: known, ci }: ListField,
  problems: QueryProblems,
): void {
  if (known === undefined) return;
  for (const [place, text] of requirement.values.entries()) {
    if (known.some((value) => value === text || (ci && foldCase(value) === foldCase(text)))) continue;
    const message = `${JSON.stringify(text)} is not a value of ${requirement.key}; its values are ${known.join(", ")}`;
    const column = valueColumns[place];
    problems.add({ path: "fieldSelector", code: "enum", message, ...(column === undefined ? {} : { column }) });
  }
}

/** The values of the field's type; others are problems. */
function typedValues(
  { requirement, valueColumns }: LocatedRequirement,
  { column: { type }, ci, search }: ListField,
  problems: QueryProblems,
): IndexValue[] {
  const values = requirement.values.flatMap((text, place): IndexValue[] => {
    const value = search ? onlyWordOf(text) : parseIndexValue(type, ci ? foldCase(text) : text);
    if (value !== undefined) return [value];
    const expected = search ? "one word" : valueDescriptions[type];
    const several = search && searchWords(text).length > 1 ? "; contains takes several" : "";
    const message = `${JSON.stringify(text)} is not ${expected}, which ${requirement.key} is${several}`;
    const column = valueColumns[place];
    problems.add({ path: "fieldSelector", code: "type", message, ...(column === undefined ? {} : { column }) });
    return [];
  });
  return [...new Set(values)];
}

function onlyWordOf(text: string): string | undefined {
  const [word, another] = searchWords(text);
  return another === undefined ? word : undefined;
}
