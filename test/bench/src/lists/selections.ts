import { entryLabels } from "../data/bench-entry.js";
import { makeTerm } from "./make-term.js";
import { termTypes, type Term, type TermType } from "./term.js";

/** Terms, and about what part of the objects all of them match together. */
export interface Selection {
  readonly terms: readonly Term[];
  readonly match: Match;
}

export const matches = ["100 %", "20 %", "5 %", "1 %", "0.1 %", "none"] as const;
export type Match = (typeof matches)[number];

/**
 * The shares of one, two and three independent terms that together match about what is wanted. There are alternatives, since the objects do
 * not have every share for every type of term.
 */
const shares: Readonly<Record<Match, readonly [one: string, two: string, three: string]>> = {
  "100 %": ["1", "1 1", "1 1 1"],
  "20 %": ["0.2", "0.45 0.45, 0.2 1, 1 0.2", "0.45 0.45 1, 1 0.45 0.45, 0.45 1 0.45, 1 1 0.2"],
  "5 %": ["0.05", "0.45 0.1, 0.2 0.2, 1 0.05", "0.45 0.45 0.2, 0.2 0.45 0.45, 0.45 0.1 1"],
  "1 %": ["0.01", "0.1 0.1, 0.2 0.05, 0.05 0.2, 1 0.01", "0.2 0.2 0.2, 0.45 0.05 0.45, 0.2 0.1 0.45"],
  "0.1 %": ["0.001", "0.1 0.01, 0.01 0.1, 0.05 0.02, 0.001 1", "0.2 0.05 0.1, 0.1 0.1 0.1, 0.2 0.01 0.45"],
  none: ["0", "0.45 0, 0 0.2", "0.45 0.2 0, 0 0.45 1"],
};

/** All selections of the matrix: nothing, and each set of one to three types of terms with each match, among `size` objects. */
export function selections(size: number): readonly Selection[] {
  const all: Selection[] = [{ terms: [], match: "100 %" }];
  for (const types of [...setsOf(1), ...setsOf(2), ...setsOf(3)]) {
    for (const match of matches) all.push({ terms: makeTerms({ types, match, size, form: all.length }), match });
  }
  return [...all, ...contradictions, ...clustered];
}

interface TermsRequest {
  readonly types: readonly TermType[];
  readonly match: Match;
  readonly size: number;
  readonly form: number;
}

function makeTerms({ types, match, size, form }: TermsRequest): readonly Term[] {
  const alternatives = (shares[match][types.length - 1] ?? "").split(", ");
  for (const turn of alternatives.keys()) {
    const parts = alternatives[(form + turn) % alternatives.length]?.split(" ").map(Number) ?? [];
    const made = types.map((type, place) => makeTerm(type, { share: parts[place] ?? 1, size, form, types }));
    const terms = made.filter((term) => term !== undefined);
    if (terms.length === types.length) return terms;
  }
  throw new Error(`No terms of ${types.join(", ")} match ${match}`);
}

function setsOf(length: number, from = 0): readonly (readonly TermType[])[] {
  if (length === 0) return [[]];
  return termTypes
    .slice(from)
    .flatMap((type, place) => setsOf(length - 1, from + place + 1).map((rest) => [type, ...rest]));
}

const tier = (value: string, share: number): Term => ({
  type: "label",
  on: "label",
  key: entryLabels.tier,
  test: "in",
  values: [value],
  share,
});
const group = (value: string, share: number): Term => ({
  type: "equality",
  on: "field",
  key: "spec.group",
  test: "in",
  values: [value],
  share,
});
const old: Term = { type: "label", on: "label", key: entryLabels.era, test: "in", values: ["old"], share: 0.01 };

/** Terms that match many objects each, and none together. */
const contradictions: readonly Selection[] = [
  { terms: [tier("a", 0.45), tier("b", 0.2)], match: "none" },
  { terms: [group("a", 0.45), tier("a", 0.45), tier("b", 0.2)], match: "none" },
];

/** Objects that lie together at one end of the order by creation. */
const clustered: readonly Selection[] = [
  { terms: [old], match: "1 %" },
  { terms: [old, group("a", 0.45)], match: "1 %" },
  { terms: [old, group("b", 0.2), tier("a", 0.45)], match: "0.1 %" },
];
