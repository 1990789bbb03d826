import { rmSync } from "node:fs";
import process from "node:process";
import { expect, test } from "vitest";

import { changingPlugin, randomChange, randomFrom } from "../changing-plugin.test.fixture.js";
import { defaultConfig } from "../config/resolved-config.js";
import { writePlugin } from "./plugin.test.fixture.js";
import { readProject } from "./read-project.js";
import type { ReadPart } from "./read-part.js";
import type { ReadResult } from "./read-result.js";

/** The same on every run of `npm test`; `CMGEN_SEED` makes others, `CMGEN_STEPS` more of them. */
const seed = Number(process.env["CMGEN_SEED"] ?? 20_251_122);
const steps = Number(process.env["CMGEN_STEPS"] ?? 6);

const address = "export interface Address { street: string; zip: Zip }\nexport type Zip = string;\n";

test(`reading in parts says what reading in order says (CMGEN_SEED=${seed})`, () => {
  for (let step = 0; step < steps; step += 1) {
    const random = randomFrom(seed + step);
    const plugin = changingPlugin(random);
    for (let count = random(4); count > 0; count -= 1) {
      for (const [path, text] of Object.entries(randomChange(plugin, random).files)) {
        if (text === undefined) plugin.files.delete(path);
        else plugin.files.set(path, text);
      }
    }
    const { ahead, inOrder } = readBoth(Object.fromEntries(plugin.files));
    expect(ahead, `seed ${seed + step}`).toEqual(inOrder);
  }
});

test("parts are handed out with all types that they refer to, before the last module is read", () => {
  const parts = partsOf({
    "src/types.ts": address,
    "src/models/one.ts": model("One", "home: Address; work?: Address"),
    "src/models/two.ts": model("Two", "home: Address | null"),
  });
  expect(parts.map(({ models }) => models.map(({ kind }) => kind))).toEqual([["One"], ["Two"]]);
  expect(parts.map(({ types }) => types.map(({ name }) => name))).toEqual([["OneSpec", "Address", "Zip"], ["TwoSpec"]]);
});

test("types that others meet first, in another place, are read from there", () => {
  const deep = 'import type { Page } from "../types.js";\nexport interface Deep { page: Page<string> }\n';
  const files = {
    "src/types.ts": `${address}export interface Page<T> { items: T[]; next?: Page<T> }\n`,
    "src/models/one.ts": `${deep}${model("One", "deep: Deep")}`,
    "src/models/two.ts": `import type { Page } from "../types.js";\n${model("Two", "page: Page<string>; home: Address")}`,
  };
  expect(partsOf(files)).toHaveLength(2);
});

test("a type with a second name is read ahead, but nothing is where something is wrong", () => {
  const second = 'import type { One } from "./one.js";\nexport type Home = One["spec"]["home"];\n';
  const parts = partsOf({
    "src/types.ts": address,
    "src/models/one.ts": model("One", "home: { street: string }"),
    "src/models/two.ts": `${second}${model("Two", "home: Home")}`,
  });
  expect(parts).toHaveLength(2);
  expect(partsOf({ "src/types.ts": address, "src/models/one.ts": model("One", "wrong: () => void") })).toEqual([]);
});

function model(kind: string, spec: string): string {
  return `import { defineModel, type Extension } from "@cmgen/model";
import type { Address } from "../types.js";
export interface ${kind}Spec { ${spec} }
export interface ${kind} extends Extension<${kind}Spec> {}
export default defineModel<${kind}>({
  group: "things.example.com", version: "v1", kind: "${kind}", plural: "${kind.toLowerCase()}s", singular: "${kind.toLowerCase()}",
});
`;
}

interface BothWays {
  readonly ahead: unknown;
  readonly inOrder: unknown;
  readonly parts: readonly ReadPart[];
}

function readBoth(files: Readonly<Record<string, string>>): BothWays {
  const root = writePlugin(files);
  try {
    const parts: ReadPart[] = [];
    const ahead = readProject(root, defaultConfig, { partsOf: () => (part) => parts.push(structuredClone(part)) });
    return { ahead: compared(ahead), inOrder: compared(readProject(root, defaultConfig)), parts };
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The parts, where the outcome is the same. */
function partsOf(files: Readonly<Record<string, string>>): readonly ReadPart[] {
  const { ahead, inOrder, parts } = readBoth(files);
  expect(ahead).toEqual(inOrder);
  return parts;
}

function compared({ project, diagnostics, sources }: ReadResult): unknown {
  return { project, diagnostics: diagnostics.map((diagnostic) => JSON.stringify(diagnostic)), sources };
}
