import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "@cmgen/runtime";
import { buildPlugin } from "../references/build-plugin.js";

/** The plugin of a model with a field of every kind that the declaration language has, generated and compiled as a user's would be. */
export async function buildEveryType(): Promise<{ readonly plugin: Plugin; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-every-type-"));
  const { plugin } = await buildPlugin(folder, undefined, join(import.meta.dirname, "every-type"));
  return { plugin, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The least that a thing must have. */
export const plainThing = {
  text: "A thing",
  textNullable: null,
  instant: "2030-01-01T00:00:00Z",
  integer: 1,
  number: 1.5,
  big: "9007199254740993",
  flag: true,
  fixedNumber: 1,
  nothing: null,
  choice: "a",
  choiceNullable: null,
  priority: 10,
  either: "one",
  shape: { side: 2 },
  nested: { street: "Main Street" },
  nestedNullable: null,
  texts: [],
  labels: {},
} as const;
