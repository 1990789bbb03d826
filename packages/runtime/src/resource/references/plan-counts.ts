import { locateValues, SelectorSyntaxError, type LocatedValues, type SelectorLimits } from "@cmgen/model/internal";
import type { AllOf, FieldColumn } from "@cmgen/store";
import { QueryProblems } from "../../list/list-parameters.js";
import { narrowed } from "../../list/all-of.js";
import { planOthers } from "../../list/plan-filters.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import type { WriteContext } from "../write-context.js";
import type { OtherResources } from "./other-resources.js";

/** Each count is a statement of its own. */
const MOST_COUNTS = 10;

/** How `include` begins where it asks for a count, and not for a reference. */
const COUNT = "count(";

/**
 * What `include` asks to count; undefined where it does not, and names a reference.
 *
 * @throws {ApiError} `InvalidQuery` where it does not end as it should.
 */
export function countIn(include: string): string | undefined {
  if (!include.startsWith(COUNT)) return undefined;
  if (include.endsWith(")")) return include.slice(COUNT.length, -1);
  const problems = new QueryProblems();
  problems.add({ path: "include", code: "syntax", message: 'expected ")" at the end', column: include.length + 1 });
  problems.throwIfAny();
  return undefined;
}

/** Which objects are counted that refer to those of a page. */
export interface PlannedCount {
  /** What it was asked for by: `comments.spec.article`. */
  readonly text: string;
  /** The model of the objects that refer. */
  readonly model: ModelDescriptor;
  /** The index of their reference. */
  readonly field: FieldColumn;
  /** Which of them count. */
  readonly where: AllOf;
}

interface Planning {
  readonly context: Pick<WriteContext, "view" | "references">;
  readonly related: OtherResources;
  readonly problems: QueryProblems;
}

/**
 * Plans counts of the objects that refer to those of a page, each asked for by the values of other objects in a reference. Objects that the caller may
 * not see are not counted.
 *
 * @throws {ApiError} `InvalidQuery` with everything that is wrong; `Forbidden` where the caller can list nothing of a resource.
 */
export function planCounts(
  context: Planning["context"],
  texts: readonly string[],
  { related, limits }: { readonly related: OtherResources; readonly limits?: SelectorLimits },
): readonly PlannedCount[] {
  const problems = new QueryProblems([], limits);
  const unrepeated = [...new Set(texts)];
  if (unrepeated.length > MOST_COUNTS) {
    const message = `may have at most ${MOST_COUNTS} counts, not ${unrepeated.length}`;
    problems.add({ path: "include", code: "maximum", message });
  }
  const located = locate(unrepeated, problems);
  const planned = located.flatMap((of, place) =>
    planCount({ context, related, problems }, of, unrepeated[place] ?? ""),
  );
  problems.throwIfAny();
  return planned;
}

function locate(texts: readonly string[], problems: QueryProblems): readonly LocatedValues[] {
  try {
    return locateValues(texts, problems.selectorLimits);
  } catch (error) {
    if (!(error instanceof SelectorSyntaxError)) throw error;
    add(problems, { code: "syntax", message: error.message, column: error.column });
    return [];
  }
}

function planCount({ context, related, problems }: Planning, of: LocatedValues, text: string): readonly PlannedCount[] {
  const { view, references } = context;
  const other = related.find(of.resource);
  if (other === undefined) {
    const message = `${of.resource} is not a resource of this service${problems.guess(of.resource, related.names())}`;
    add(problems, { code: "unknownResource", message, column: of.column });
    return [];
  }
  const { model, fields } = other;
  const ofTerms = new QueryProblems([], problems.selectorLimits);
  const where = planOthers(of.terms, other, ofTerms);
  for (const cause of ofTerms.causes) add(problems, cause, fields.keys());
  const leading = references.table
    .outgoing(model)
    .filter(({ index, model: target }) => target.table === view.model.table && fields.has(index));
  const reference = leading.some(({ index }) => index === of.key) ? fields.get(of.key) : undefined;
  if (reference !== undefined)
    return [{ text, model, field: reference.column, where: narrowed(where, reference.shownIn?.rows) }];
  const refer = `${model.plural} to ${view.model.plural}`;
  const names = leading.map(({ index }) => index).join(", ");
  const message =
    leading.length === 0
      ? `there is no reference of ${refer}`
      : `${of.key} is not a reference of ${refer}; there are ${names}`;
  add(problems, { code: "unknownReference", message, column: of.keyColumn });
  return [];
}

/** A column is told in what `include` has, which begins with {@link COUNT}. */
function add(
  problems: QueryProblems,
  { column, ...cause }: { readonly code: string; readonly message: string; readonly column?: number },
  fields?: Iterable<string>,
): void {
  const at = column !== undefined && { column: column + COUNT.length };
  problems.add({ ...cause, path: "include", ...at }, fields);
}
