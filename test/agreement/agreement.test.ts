import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { families } from "./cases/families.js";
import { placeCases } from "./harness/agreement-case.js";
import { type CaseReport, runCases } from "./harness/run-cases.js";
import { knownFailures } from "./known-failures.js";

const cases = placeCases(families);
let reports: ReadonlyMap<string, CaseReport> = new Map();

beforeAll(async () => {
  reports = await runCases(cases, knownFailures);
}, 300_000);

afterAll(() => {
  const endings = [...reports.values()].map(({ ending }) => ending);
  const counts = [...new Set(endings)].map(
    (ending) => `${endings.filter((other) => other === ending).length} ${ending}`,
  );
  process.stdout.write(`agreement: ${cases.length} cases, ${counts.join(", ")}\n`);
});

describe("the generated validator accepts what TypeScript accepts, and refuses what it refuses", () => {
  test.each(cases.map(({ id }) => id))("%s", (id) => {
    const { ending, details, unproved } = reports.get(id)!;
    expect(unproved, textOf(unproved)).toEqual([]);
    const known = knownFailures[id];
    if (known === undefined) expect(ending, textOf(details)).toBe("passed");
    else expect(ending, `correct known-failures.ts, which lists this case as ${known}`).toBe(known);
  });
});

test("every type that has JSON has values of both kinds", () => {
  const lacking = cases.filter(({ noJson, unsupported, accepts = [], refuses = [] }) => {
    return (noJson ?? unsupported) === undefined && (accepts.length === 0 || refuses.length < 2);
  });
  expect(lacking.map(({ id }) => id)).toEqual([]);
});

test("known failures are cases", () => {
  const ids = new Set(cases.map(({ id }) => id));
  expect(Object.keys(knownFailures).filter((id) => !ids.has(id))).toEqual([]);
});

/** The first of the details, a line each; the author's own values come first. */
function textOf(details: readonly string[]): string {
  const rest = details.length - 8;
  return [...details.slice(0, 8), ...(rest > 0 ? [`… and ${rest} more`] : []), ""].join("\n");
}
