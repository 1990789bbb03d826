import { type ProblemCause, type SelectorLimits, selectorLimits } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";

/** The query parameters of a list, as `URLSearchParams` gives them: pairs, repeats included. */
export type QueryParameters = Iterable<readonly [name: string, value: string]>;

const repeatable = ["labelSelector", "fieldSelector", "sort"] as const;
const single = ["page", "size", "limit", "continue", "total", "deleting"] as const;

/** A parameter of watches alone. */
const WATCH_FROM = "resourceVersion";

/** Parameters that make a list one of counts and sums. */
export const AGGREGATE_PARAMETERS: ReadonlySet<string> = new Set(["aggregate", "groupBy"]);

type Repeatable = (typeof repeatable)[number];
type Single = (typeof single)[number];

/** A list's parameters by name, not yet parsed. */
export interface ListParameters
  extends Readonly<Record<Repeatable, readonly string[]>>, Readonly<Partial<Record<Single, string>>> {}

const isRepeatable = (name: string): name is Repeatable => (repeatable as readonly string[]).includes(name);
const isSingle = (name: string): name is Single => (single as readonly string[]).includes(name);

/**
 * Groups parameters by name. An unknown one is a problem: ignoring a misspelt selector would return other objects than were asked for. `others`
 * are parameters that the caller reads itself.
 */
export function readListParameters(
  parameters: QueryParameters,
  problems: QueryProblems,
  others: ReadonlySet<string> = new Set(),
): ListParameters {
  const lists: Record<Repeatable, string[]> = { labelSelector: [], fieldSelector: [], sort: [] };
  const singles: Partial<Record<Single, string>> = {};
  for (const [name, value] of parameters) {
    if (isRepeatable(name)) lists[name].push(value);
    else if (!isSingle(name)) reportUnknown(name, problems, others);
    else if (singles[name] !== undefined) {
      problems.add({ path: name, code: "repeated", message: "may be given only once" });
    } else singles[name] = value;
  }
  return { ...lists, ...singles };
}

function reportUnknown(name: string, problems: QueryProblems, others: ReadonlySet<string>): void {
  if (others.has(name)) return;
  if (name === WATCH_FROM) {
    problems.add({ path: name, code: "unknownParameter", message: "needs watch=true: a list has the newest objects" });
    return;
  }
  if (AGGREGATE_PARAMETERS.has(name) && others.has(WATCH_FROM)) {
    problems.add({ path: name, code: "unknownParameter", message: "cannot be combined with watch" });
    return;
  }
  const message = `is not a parameter of a list; its parameters are ${[...repeatable, ...single, ...others, "include"].join(", ")}`;
  problems.add({ path: name, code: "unknownParameter", message });
}

/** Collects what is wrong with a list's parameters, so that the answer reports everything at once. */
export class QueryProblems {
  readonly #causes: ProblemCause[] = [];
  readonly #fields: Iterable<string>;
  /** Whose violation is a problem. */
  readonly selectorLimits: SelectorLimits;

  /** `fields`: what can be selected and sorted by, reported if another field was named; nothing is reported where they are not known. */
  constructor(fields: Iterable<string> = [], limits: SelectorLimits = selectorLimits) {
    this.#fields = fields;
    this.selectorLimits = limits;
  }

  add(cause: ProblemCause): void {
    this.#causes.push(cause);
  }

  get causes(): readonly ProblemCause[] {
    return this.#causes;
  }

  get areNone(): boolean {
    return this.#causes.length === 0;
  }

  /** @throws {ApiError} `InvalidQuery` if there are any. */
  throwIfAny(): void {
    const [first, ...others] = this.#causes;
    if (first === undefined) return;
    const column = first.column === undefined ? "" : ` at column ${first.column}`;
    const detail =
      others.length === 0
        ? `${first.path}${column}: ${first.message}`
        : `${this.#causes.length} parameters or terms are not valid.`;
    const unknown = this.#causes.some(({ code }) => code === "unknownField" || code === "notSortable");
    const indexes = unknown ? [...this.#fields] : [];
    throw new ApiError("InvalidQuery", detail, {
      errors: this.#causes,
      ...(indexes.length > 0 && { extras: { indexes } }),
    });
  }
}
