import { parseSelector, printSelector, type Requirement, type SelectorTerm } from "@cmgen/model";
import { texts } from "../texts.js";

/** The conditions of a list, as far as they can be read. */
export interface Filters {
  readonly terms: readonly SelectorTerm[];
  /** Why the text is not a selector. It is sent all the same: the service says what is wrong, and where. */
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

/** The conditions on one index alone, which an editor of that index shows. */
export function termsOf(terms: readonly SelectorTerm[], index: string): readonly Requirement[] {
  return terms.filter((term): term is Requirement => !("anyOf" in term) && term.key === index);
}

/** The terms with those of an index replaced, at the place of the first of them. */
export function withTerms(
  terms: readonly SelectorTerm[],
  index: string,
  next: readonly Requirement[],
): readonly SelectorTerm[] {
  const isOf = (term: SelectorTerm): boolean => !("anyOf" in term) && term.key === index;
  const at = terms.findIndex(isOf);
  if (at < 0) return [...terms, ...next];
  return [...terms.slice(0, at), ...next, ...terms.slice(at).filter((term) => !isOf(term))];
}

const signs = { ">": ">", ">=": "≥", "<": "<", "<=": "≤" } as const;

/** A term in words, for people. */
export function describeTerm(term: SelectorTerm): string {
  if ("anyOf" in term) return printSelector([term]);
  const { key, operator, values, of } = term;
  if (of !== undefined) return printSelector([term]);
  const field = shortName(key);
  switch (operator) {
    case "exists":
      return `${field} ${texts.list.exists}`;
    case "absent":
      return `${field} ${texts.list.absent}`;
    case "in":
      return `${field} ${texts.list.equals} ${values.join(" / ")}`;
    case "notIn":
      return `${field} ${texts.list.notEquals} ${values.join(" / ")}`;
    case "startsWith":
      return `${field} ${texts.list.startsWith} ${values.join()}`;
    case "contains":
      return `${field} ${texts.list.contains} ${values.join()}`;
    case "among":
    case "notAmong":
      return printSelector([term]);
    default:
      return `${field} ${signs[operator]} ${values.join()}`;
  }
}

/** An index's name without what all have in common. */
export function shortName(index: string): string {
  return index.replace(/^(?:spec|metadata)\./, "");
}
