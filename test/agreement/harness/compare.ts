import type { Diagnostic } from "../../../packages/generator/src/diagnostic/diagnostic.js";

import type { PlacedCase } from "./agreement-case.js";
import { groupName } from "./agreement-plugin.js";
import type { Candidate } from "./candidates.js";
import type { Generated } from "./generate-cases.js";

/** How a case ended. All but the first are failures. */
export type Ending = "passed" | "silently wrong" | "refused" | "crashed";

export interface Outcome {
  readonly ending: Ending;
  /** What is wrong, a line for each value or diagnostic. */
  readonly details: readonly string[];
}

/** A value, and whether the compiler accepts it. */
export interface Judged {
  readonly candidate: Candidate;
  readonly accepted: boolean;
}

/** Compares what the compiler and the generated validator say of a case's values. */
export function compare(one: PlacedCase, generated: Generated, judged: readonly Judged[]): Outcome {
  if ("crash" in generated) return { ending: "crashed", details: [stackOf(generated.crash)] };
  const code = one.noJson ?? one.unsupported;
  if ("diagnostics" in generated) return refusal(one, generated.diagnostics);
  if (code !== undefined) return { ending: "silently wrong", details: [`generated, and ${code} was expected`] };
  const details = judged.flatMap(({ candidate, accepted }) => {
    // Where the service is stricter than the compiler, it may refuse a mutant that the compiler accepts.
    if (accepted && candidate.expected === undefined && one.stricter !== undefined) return [];
    const violations = generated.validate(objectWith(one, candidate.json));
    const expected = accepted && candidate.expected !== "stricter";
    if ((violations.length === 0) === expected) return [];
    const found = violations.map(({ path, message }) => `${path} ${message}`).join("; ");
    return [`${candidate.json}: TypeScript ${accepted ? "accepts" : "refuses"}, the validator ${found || "accepts"}`];
  });
  return { ending: details.length === 0 ? "passed" : "silently wrong", details };
}

/** The error and where it was thrown. */
function stackOf(error: unknown): string {
  const text = error instanceof Error ? error.stack : undefined;
  return (text ?? String(error)).split("\n").slice(0, 6).join("\n");
}

/** It is right to refuse a type for the reason that its case gives, in a file of the author's. */
function refusal(one: PlacedCase, diagnostics: readonly Diagnostic[]): Outcome {
  const code = one.noJson ?? one.unsupported;
  const right =
    diagnostics.some((found) => found.code === code) && diagnostics.every(({ span }) => isOwn(one, span?.file));
  const details = diagnostics.map((found) => `${found.span?.file ?? ""}: ${found.code}: ${found.message}`);
  return { ending: right ? "passed" : "refused", details };
}

/** Whether a file is the author's: a diagnostic in a package cannot be fixed. */
function isOwn({ folder, files = {} }: PlacedCase, file = ""): boolean {
  return file.startsWith(`${folder}/`) || (Object.hasOwn(files, file) && !file.startsWith("node_modules/"));
}

function objectWith({ kind, isSpec = false }: PlacedCase, json: string): unknown {
  const value: unknown = JSON.parse(json);
  const envelope = { apiVersion: `${groupName}/v1`, kind, metadata: { name: "x" } };
  return { ...envelope, spec: isSpec ? value : { value } };
}
