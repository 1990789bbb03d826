import { parseSelector, printSelector, type Requirement, type SelectorTerm } from "@cmgen/model/internal";

/** The conditions of a list, as far as they can be read. */
export interface Filters {
  readonly terms: readonly SelectorTerm[];
  /** Whether the text is not a selector. It is sent all the same: the service says what is wrong, and where. */
  readonly isBroken: boolean;
}

export function readFilters(select: string | undefined): Filters {
  if (select === undefined) return { terms: [], isBroken: false };
  try {
    return { terms: parseSelector(select, "field"), isBroken: false };
  } catch {
    return { terms: [], isBroken: true };
  }
}

export function printFilters(terms: readonly SelectorTerm[]): string | undefined {
  const text = printSelector(terms);
  return text === "" ? undefined : text;
}

/** Whether a term is a condition on one index alone, which an editor of that index shows. */
export function isOf(term: SelectorTerm, index: string): term is Requirement {
  return !("anyOf" in term) && term.of === undefined && term.key === index;
}

export function termsOf(terms: readonly SelectorTerm[], index: string): readonly Requirement[] {
  return terms.filter((term) => isOf(term, index));
}

/** The terms with those of an index replaced, at the place of the first of them. */
export function withTerms(
  terms: readonly SelectorTerm[],
  index: string,
  next: readonly Requirement[],
): readonly SelectorTerm[] {
  const at = terms.findIndex((term) => isOf(term, index));
  if (at < 0) return [...terms, ...next];
  return [...terms.slice(0, at), ...next, ...terms.slice(at).filter((term) => !isOf(term, index))];
}
