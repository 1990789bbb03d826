import type { IndexDescriptor, ModelDescriptor } from "../model/model-descriptor.js";
import { type ListField, listFields, type ShownIn } from "./list-fields.js";
import { type ListParameters, type QueryParameters, QueryProblems, readListParameters } from "./list-parameters.js";
import { type AnyListOptions, isSkip, selectionParameters } from "@cmgen/model/internal";
import type { AllOf, AnyOf, FieldFilter, LabelFilter, ListPlan } from "@cmgen/store";
import { isEverything, narrowed } from "./all-of.js";
import { planComposite } from "./plan-composite.js";
import { planFields, planLabels, type RelatedResources } from "./plan-filters.js";
import { planSort } from "./plan-sort.js";
import { planTotal, planWindow } from "./plan-window.js";
import { ApiError } from "../error/api-error.js";
import { LRUCache } from "lru-cache";

/** What planning a list needs to know about a model. */
export type PlannedModel = Pick<ModelDescriptor, "indexes" | "table" | "storage">;

/** How much of a resource a caller can find by lists. */
export interface Visibility {
  /** The alternatives of which an object must match one; absent where it may be any object. */
  readonly rows: readonly AllOf[] | undefined;
  /** The objects in which the caller sees the fields of an index; undefined if it sees them in all. If in none, the index does not exist for it. */
  whereIndexIsShown(index: IndexDescriptor<never>): ShownIn | undefined;
  /** The same for a label. */
  whereLabelIsShown(key: string): ShownIn | undefined;
  /** Equal for those that see the same. */
  readonly key: string;
}

/**
 * Plans a list (spec 4.2; HTTP API, Lists) from its query parameters. Only indexed fields can be used, with values of the index's type. `others`
 * are names of parameters that the caller reads itself.
 *
 * @throws {ApiError} `InvalidQuery` with everything that is wrong, with columns for selectors; if a field is not an index, with the fields that
 * are.
 */
export function planList(
  model: PlannedModel,
  parameters: QueryParameters,
  { others, visibility, related }: PlanOptions = {},
): ListPlan {
  const fields = visibleFields(model, visibility);
  const problems = new QueryProblems(fields.keys());
  return planFor({ model, fields, visibility, related }, readListParameters(parameters, problems, others), problems);
}

/** What plans depend on besides the parameters. */
export interface PlanOptions {
  /** Names of parameters that the caller reads itself. */
  readonly others?: ReadonlySet<string> | undefined;
  /** Default: everything can be found. */
  readonly visibility?: Visibility | undefined;
  /** Default: the values of other objects cannot be selected by. */
  readonly related?: RelatedResources | undefined;
}

/** A model as some caller can plan lists of it. */
interface Planning {
  readonly model: PlannedModel;
  readonly fields: ReadonlyMap<string, ListField>;
  readonly visibility: Visibility | undefined;
  readonly related?: RelatedResources | undefined;
}

/** The indexes whose values a caller may know. */
export function visibleFields(model: PlannedModel, visibility: Visibility | undefined): ReadonlyMap<string, ListField> {
  const fields = listFields(model);
  if (visibility === undefined) return fields;
  const limits = new Map(
    model.indexes.flatMap((index) => {
      const shownIn = visibility.whereIndexIsShown(index);
      return shownIn === undefined ? [] : [[index.name, shownIn] as const];
    }),
  );
  if (limits.size === 0) return fields;
  return new Map(
    [...fields].flatMap(([name, field]) => {
      const shownIn = limits.get(name);
      if (shownIn === undefined) return [[name, field] as const];
      return shownIn.rows.length === 0 ? [] : [[name, { ...field, shownIn }] as const];
    }),
  );
}

/** A use of fields for all objects that are found. */
export interface WholeUse {
  /** The parameter. */
  readonly path: string;
  readonly columns: readonly object[];
}

/**
 * Reports fields that are hidden in some of the objects that are found: their order, or a sum, would tell what they are there. A selector by the
 * same field leaves those objects out.
 */
export function reportPartlyHidden(
  fields: ReadonlyMap<string, ListField>,
  { any = [] }: AllOf,
  { path, columns, problems }: WholeUse & { readonly problems: QueryProblems },
): void {
  for (const [name, { column, shownIn }] of fields) {
    if (shownIn === undefined || !columns.includes(column) || any.some(({ of }) => of === shownIn.rows)) continue;
    const message = `${name} is hidden in some of these objects by ${rolesText(shownIn.hiddenBy)}; select by it as well`;
    problems.add({ path, code: "partlyHidden", message });
  }
}

function rolesText(names: readonly string[]): string {
  return `the role${names.length === 1 ? "" : "s"} ${names.join(", ")}`;
}

/** Selectors of a plugin's own code come over no wire. SQLite takes 32,766 values in a statement, and a filter may be in it three times. */
export const OWN_LIMITS = { bytes: Infinity, terms: 64, values: 10_000 };

/**
 * Plans a list that a plugin's own code asks for.
 *
 * @throws {Error} saying everything that is wrong. The visitor did not write the query, so it is not an `ApiError`, which would be the answer.
 * @throws {ApiError} `InvalidQuery` for a bad `continue`, which the visitor did write: nobody else has it.
 */
export function planOwnList(
  model: PlannedModel & Pick<ModelDescriptor, "plural">,
  parameters: QueryParameters,
  { visibility, related }: Omit<PlanOptions, "others"> = {},
): ListPlan {
  const fields = visibleFields(model, visibility);
  const problems = new QueryProblems(fields.keys(), OWN_LIMITS);
  return planOwn(wrongList(model), () =>
    planFor({ model, fields, visibility, related }, readListParameters(parameters, problems), problems),
  );
}

/** How the message begins of a list that a plugin's own code asks for and that cannot be read. */
export function wrongList({ plural }: Pick<ModelDescriptor, "plural">): string {
  return `The list of ${plural} cannot be read`;
}

/** Plans what a plugin's own code asks for, and throws as {@link planOwnList} does. `wrong` begins the message. */
export function planOwn<Plan>(wrong: string, make: () => Plan): Plan {
  try {
    return make();
  } catch (error) {
    throw ownFailure(wrong, error);
  }
}

/** A refusal as the plugin's own code gets it, which asked wrongly. Another error, or a bad `continue`, as it is. */
export function ownFailure(wrong: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.errors.every(({ path }) => path === "continue")) return error;
  const causes = error.errors.map(({ path, message }) => `${path}: ${message}`);
  return new Error(`${wrong}. ${causes.join("; ")}`, { cause: error });
}

function planFor(
  { model, fields, visibility, related }: Planning,
  given: ListParameters,
  problems: QueryProblems,
): ListPlan {
  const terms = planTerms(given, { fields, visibility, related }, problems);
  const sort = planSort(given.sort, fields, problems);
  reportPartlyHidden(fields, terms, { path: "sort", columns: sort.map(({ field }) => field), problems });
  const asked = { ...terms, sort };
  const selection = planComposite(model, narrowed(asked, visibility?.rows));
  // The token of a walk is compared with the selectors, so these must be valid.
  const identity = problems.areNone ? { table: model.table, ...selection } : undefined;
  const window = planWindow(given, identity, problems);
  const total = planTotal(given, problems);
  problems.throwIfAny();
  return { ...selection, window, total };
}

function planTerms(
  { fieldSelector, labelSelector, deleting }: ListParameters,
  { fields, visibility, related }: Omit<Planning, "model">,
  problems: QueryProblems,
): AllOf {
  const selected = planFields(fieldSelector, { fields, related }, problems);
  const labels = planLabels(labelSelector, problems);
  const any = [...(selected.any ?? []), ...shownLabels(labels, visibility, problems)];
  return {
    ...selected,
    fields: [...selected.fields, ...planDeleting(deleting, fields, problems)],
    labels,
    ...(any.length > 0 && { any }),
  };
}

/** Labels select objects in which they are shown. */
function shownLabels(
  labels: readonly LabelFilter[],
  visibility: Visibility | undefined,
  problems: QueryProblems,
): readonly AnyOf[] {
  return labels.flatMap(({ key }): readonly AnyOf[] => {
    const shownIn = visibility?.whereLabelIsShown(key);
    if (shownIn === undefined) return [];
    if (shownIn.rows.length > 0) return [{ test: "any", of: shownIn.rows }];
    problems.add({ path: "labelSelector", code: "unknownField", message: `the label ${key} cannot be selected by` });
    return [];
  });
}

/** What is being deleted is left out where that is asked for. */
function planDeleting(
  deleting: string | undefined,
  fields: ReadonlyMap<string, ListField>,
  problems: QueryProblems,
): readonly FieldFilter[] {
  if (deleting !== undefined && deleting !== "true" && deleting !== "false")
    problems.add({ path: "deleting", code: "enum", message: 'must be "true" or "false"' });
  const field = fields.get("metadata.deletionTimestamp")?.column;
  return deleting === "false" && field !== undefined ? [{ test: "absent", field }] : [];
}

/**
 * Plans what a row rule selects. Its author wrote it, and not the caller whom it is for.
 *
 * @throws {Error} for what would restrict less than it seems to: terms that are left out, and no terms at all.
 */
export function planRowRule(
  model: PlannedModel & Pick<ModelDescriptor, "plural">,
  where: NonNullable<AnyListOptions["where"]>,
  role: string,
): AllOf {
  const rule = `The row rule of the role ${role} for ${model.plural}`;
  if (Object.values(where).some(hasSkip))
    throw new Error(`${rule} uses skip: a term that is left out would cover more objects`);
  const anyValue = fieldsOfAnyValue(model);
  const problems = new QueryProblems(anyValue.keys(), OWN_LIMITS);
  const given = readListParameters(selectionParameters({ where }), problems);
  // A value that no object can have covers none: the rule may be of a claim, which can be anything.
  const covered = planFields(given.fieldSelector, { fields: anyValue }, problems);
  try {
    problems.throwIfAny();
  } catch (cause) {
    const causes = cause instanceof ApiError ? cause.errors.map(({ message }) => message).join("; ") : "";
    throw new Error(`${rule} is no selector of these: ${causes}`, { cause });
  }
  if (!isEverything(covered)) return covered;
  throw new Error(`${rule} has no terms. To cover all objects, leave \`where\` out`);
}

const ofAnyValue = new WeakMap<object, ReadonlyMap<string, ListField>>();

/** The fields of a model as if each could hold anything. */
function fieldsOfAnyValue(model: PlannedModel): ReadonlyMap<string, ListField> {
  const fields = ofAnyValue.get(model) ?? new Map([...listFields(model)].map(([name, field]) => [name, ofAny(field)]));
  ofAnyValue.set(model, fields);
  return fields;
}

function ofAny({ column, order, ci, search }: ListField): ListField {
  return { column, order, ...(ci && { ci }), ...(search && { search }) };
}

function hasSkip(condition: unknown): boolean {
  if (isSkip(condition)) return true;
  return typeof condition === "object" && condition !== null && Object.values(condition).some(hasSkip);
}

/**
 * Plans only what a list selects, for watches: any parameter except the two selectors and `others` is a problem.
 *
 * @throws {ApiError} as {@link planList} does.
 */
export function planSelection(
  model: PlannedModel,
  parameters: QueryParameters,
  { others, visibility }: PlanOptions = {},
): AllOf {
  const fields = visibleFields(model, visibility);
  const problems = new QueryProblems(fields.keys());
  const given = readListParameters(parameters, problems, others);
  assertSelectorsOnly(given, "cannot be combined with watch", problems);
  return planGiven(given, { fields, visibility }, problems);
}

/**
 * Plans what a collection's deletion selects, as {@link planSelection} does. A selector must not be empty: that is more often an unset variable
 * than the intention to delete everything.
 *
 * @throws {ApiError} as {@link planList} does.
 */
export function planDeletion(
  model: PlannedModel,
  parameters: QueryParameters,
  visibility: Visibility | undefined,
): AllOf {
  const fields = visibleFields(model, visibility);
  const problems = new QueryProblems(fields.keys());
  const given = readListParameters(parameters, problems);
  for (const path of ["labelSelector", "fieldSelector"] as const) {
    if (!given[path].some((text) => text.trim() === "")) continue;
    problems.add({ path, code: "empty", message: "must not be empty; leave it out to delete everything", column: 1 });
  }
  assertSelectorsOnly(given, "is not a parameter of a deletion, which deletes everything that is selected", problems);
  return planGiven(given, { fields, visibility }, problems);
}

/** Reports every parameter of a list but the selectors. */
export function assertSelectorsOnly(given: ListParameters, message: string, problems: QueryProblems): void {
  for (const path of ["sort", "page", "size", "limit", "continue", "total"] as const) {
    const isGiven = path === "sort" ? given.sort.length > 0 : given[path] !== undefined;
    if (isGiven) problems.add({ path, code: "unknownParameter", message });
  }
}

/** Plans what the selectors select of what can be found. */
export function planGiven(given: ListParameters, visible: Omit<Planning, "model">, problems: QueryProblems): AllOf {
  const selection = planTerms(given, visible, problems);
  problems.throwIfAny();
  return narrowed(selection, visible.visibility?.rows);
}

/** Plans that are remembered of a model, how long a query that is may be, and all of them together: a plan is as large as its query is long. */
const REMEMBERED = 100;
const LONGEST = 1000;
const LONGEST_TOGETHER = 20_000;

/** With this parameter a list may say that it is not a watch. */
const LIST_PARAMETERS: ReadonlySet<string> = new Set(["watch"]);

const plans = new WeakMap<ModelDescriptor, LRUCache<string, ListPlan>>();

function newMemory(): LRUCache<string, ListPlan> {
  // The empty query has a length as well.
  const sizeCalculation = (_: ListPlan, query: string): number => query.length + 1;
  return new LRUCache({ max: REMEMBERED, maxSize: LONGEST_TOGETHER, sizeCalculation });
}

/**
 * Plans a list from the query of a request, as {@link planList} does. Plans of repeated queries are remembered, since planning takes a tenth of
 * a short list's time. The steps of a walk are not, since each is requested once.
 */
export function planQuery(
  model: ModelDescriptor,
  query: string,
  { visibility, related }: Omit<PlanOptions, "others"> = {},
): ListPlan {
  const asked = visibility === undefined ? query : `${query}\n${visibility.key}`;
  const plan = (): ListPlan =>
    planList(model, new URLSearchParams(query), { others: LIST_PARAMETERS, visibility, related });
  if (asked.length > LONGEST || query.includes("continue=")) return plan();
  const known = plans.get(model) ?? newMemory();
  plans.set(model, known);
  const remembered = known.get(asked);
  if (remembered !== undefined) return remembered;
  const planned = plan();
  if (related?.isUsed !== true) known.set(asked, planned);
  return planned;
}
