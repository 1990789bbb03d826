import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { GoldenCase } from "./golden-case.js";

/** A violation a validator must report for a bad sample. */
export interface ExpectedViolation {
  readonly path: string;
  readonly keyword: string;
}

/**
 * Objects that a model's validator must accept or refuse, and what its indexes must find in them: in `samples/<v>/<s>`,
 * `good.json` is a list of objects, `bad.json` one of objects with the violations they must get, `indexed.json` one of objects with
 * the values of every index by name.
 */
export interface Samples {
  /** `<v>/<s>`. */
  readonly model: string;
  readonly good: readonly unknown[];
  readonly bad: readonly { readonly object: unknown; readonly violations: readonly ExpectedViolation[] }[];
  readonly indexed: readonly { readonly object: unknown; readonly values: Readonly<Record<string, unknown>> }[];
  readonly specs: SpecSamples;
}

/**
 * The same for the spec alone, in `specs.json`; the envelope is put around it. `completed` are specs with what they are once the
 * defaults are filled in.
 */
export interface SpecSamples {
  readonly good?: readonly unknown[];
  readonly bad?: readonly { readonly spec: unknown; readonly violations: readonly ExpectedViolation[] }[];
  readonly completed?: readonly { readonly spec: unknown; readonly becomes: unknown }[];
}

export function samplesOf({ folder }: GoldenCase): readonly Samples[] {
  const samples = join(folder, "samples");
  if (!existsSync(samples)) return [];
  return foldersIn(samples).flatMap((version) =>
    foldersIn(join(samples, version)).map((singular) => {
      const model = `${version}/${singular}`;
      return {
        model,
        good: readJson(join(samples, model, "good.json"), []) as Samples["good"],
        bad: readJson(join(samples, model, "bad.json"), []) as Samples["bad"],
        indexed: readJson(join(samples, model, "indexed.json"), []) as Samples["indexed"],
        specs: readJson(join(samples, model, "specs.json"), {}) as SpecSamples,
      };
    }),
  );
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

function readJson(path: string, otherwise: unknown): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : otherwise;
}
