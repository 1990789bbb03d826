import type { PlacedCase } from "./agreement-case.js";
import { writePlugin } from "./agreement-plugin.js";
import { candidatesOf } from "./candidates.js";
import { compare, type Ending, type Judged, type Outcome } from "./compare.js";
import { generateCases } from "./generate-cases.js";
import { judge } from "./judge.js";

export interface CaseReport extends Outcome {
  /** Values about which the compiler does not say what the case says: the case is wrong, whatever is generated. */
  readonly unproved: readonly string[];
}

type Endings = Readonly<Record<string, Ending>>;

/**
 * Compiles all values with TypeScript, generates all validators, and compares what they say.
 *
 * @param known How cases are known to fail, by id. It has no influence on the outcome, but it saves runs: a case that is refused or
 *   crashes is kept apart from the others from the start.
 */
export async function runCases(cases: readonly PlacedCase[], known: Endings): Promise<ReadonlyMap<string, CaseReport>> {
  const { root, dispose } = writePlugin(cases);
  try {
    const candidates = new Map(cases.map((one) => [one, candidatesOf(one)]));
    // The compiler is a process of its own: both run at once.
    const [verdicts, generated] = await Promise.all([
      judge(root, candidates),
      generateCases(root, groupsOf(cases, known)),
    ]);
    const judgedOf = (one: PlacedCase): readonly Judged[] =>
      candidates.get(one)!.map((candidate, at) => ({ candidate, accepted: verdicts.get(one)![at]! }));
    return new Map(
      cases.map((one) => {
        const judged = judgedOf(one);
        return [one.id, { ...compare(one, generated.get(one)!, judged), unproved: judged.flatMap(unproved) }];
      }),
    );
  } finally {
    dispose();
  }
}

function groupsOf(cases: readonly PlacedCase[], known: Endings): readonly (readonly PlacedCase[])[] {
  const crashed = cases.filter(({ id }) => known[id] === "crashed");
  const refused = cases.filter(({ id, noJson, unsupported }) => {
    return (noJson ?? unsupported) !== undefined || known[id] === "refused";
  });
  const others = cases.filter((one) => !refused.includes(one) && !crashed.includes(one));
  return [others, refused, ...crashed.map((one) => [one])];
}

function unproved({ candidate: { json, expected }, accepted }: Judged): readonly string[] {
  if (expected === undefined || accepted === (expected !== "refused")) return [];
  return [`${json}: the case lists it as ${expected}, but TypeScript ${accepted ? "accepts" : "refuses"} it`];
}
