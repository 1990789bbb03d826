import type { PlacedCase, Value } from "./agreement-case.js";
import { mutantsOf } from "./mutants.js";
import { printValue } from "./print-value.js";

/** A value that the compiler and the validator are asked about. */
export interface Candidate {
  /** What the validator gets. */
  readonly json: string;
  /** How the value may be written in TypeScript; the compiler accepts it if it accepts one of them. */
  readonly texts: readonly string[];
  /** What the case's author expects; `undefined` for mutants, which only have to be judged alike. */
  readonly expected?: "accepted" | "refused" | "stricter";
}

/** All values of a case: the author's, and mutants of those that are accepted. */
export function candidatesOf(one: PlacedCase): readonly Candidate[] {
  const { accepts = [], refuses = [], stricter = [] } = one;
  const written = [
    ...accepts.map((value) => candidateOf([value], "accepted")),
    ...refuses.map((value) => candidateOf([value], "refused")),
    ...stricter.map((value) => candidateOf([value], "stricter")),
  ];
  const known = new Set(written.map(({ json }) => json));
  return [
    ...written,
    ...mutantsOf(accepts)
      .map((forms) => candidateOf(forms))
      .filter(({ json }) => !known.has(json)),
  ];
}

function candidateOf(forms: readonly Value[], expected?: Candidate["expected"]): Candidate {
  const json = JSON.stringify(forms[0]);
  return { json, texts: forms.map(printValue), ...(expected !== undefined && { expected }) };
}
