import type { ProblemCause } from "@cmgen/model";
import { type SelectorLimits, selectorLimits } from "@cmgen/model/internal";
import { closestName } from "@cmgen/model/closest-name";
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
  const counting = others.has(WATCH_FROM) ? [] : AGGREGATE_PARAMETERS;
  const known = new Set([...repeatable, ...single, ...others, "include", ...counting]);
  const message = `is not a parameter of a list; its parameters are ${[...known].join(", ")}`;
  problems.add({ path: name, code: "unknownParameter", message });
}

/** How many misspelt names are compared with the known ones, and how long they may be: a comparison takes time. */
const MOST_GUESSES = 5;
const LONGEST_GUESSED = 100;

/** Collects what is wrong with a list's parameters, so that the answer reports everything at once. */
export class QueryProblems {
  readonly #causes: ProblemCause[] = [];
  readonly #fields: Iterable<string>;
  /** The fields of the resource that the first unknown one was looked for in. */
  #known: Iterable<string> | undefined;
  #guesses = 0;
  /** Whose violation is a problem. */
  readonly selectorLimits: SelectorLimits;

  /** `fields`: what can be selected and sorted by, reported if another field was named; nothing is reported where they are not known. */
  constructor(fields: Iterable<string> = [], limits: SelectorLimits = selectorLimits) {
    this.#fields = fields;
    this.selectorLimits = limits;
  }

  /** @param fields those that there are, where it is not those of the list. */
  add(cause: ProblemCause, fields = this.#fields): void {
    this.#causes.push(cause);
    if (cause.code === "unknownField" || cause.code === "notSortable") this.#known ??= fields;
  }

  /** What a name seems to have been meant to be, as the end of a message; empty where none of the known names is near. */
  guess(name: string, known: Iterable<string>): string {
    if (this.#guesses >= MOST_GUESSES || name.length > LONGEST_GUESSED) return "";
    this.#guesses += 1;
    const names = [...known];
    const meant = names.find((each) => each.endsWith(`.${name}`)) ?? closestName(name, names);
    return meant === undefined ? "" : `. Did you mean ${meant}?`;
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
    const indexes = [...(this.#known ?? [])];
    throw new ApiError("InvalidQuery", detail, {
      errors: this.#causes,
      ...(indexes.length > 0 && { extras: { indexes } }),
    });
  }
}
