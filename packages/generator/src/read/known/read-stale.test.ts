import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { defaultConfig } from "../../config/resolved-config.js";
import { writePlugin } from "../plugin.test.fixture.js";
import { readProject } from "../read-project.js";
import type { ReadResult } from "../read-result.js";

const thing = modelOf("Thing", "Thing");
const files = {
  "src/types.ts": `import type { Extension } from "@cmgen/model";
export interface Thing extends Extension<{ name: string }> {}
`,
  "src/models/box.ts": `import { defineModel, type Extension } from "@cmgen/model";
import type { Thing } from "../types.js";
export interface Box extends Extension<{ content?: Thing }> {}
export default defineModel<Box>({
  group: "box.example.com", version: "v1", kind: "Box", plural: "boxes", singular: "box",
});
`,
  "src/models/thing.ts": thing,
};

function modelOf(type: string, kind: string): string {
  return `import { defineModel } from "@cmgen/model";
import type { Thing } from "../types.js";
export default defineModel<${type}>({
  group: "box.example.com", version: "v1", kind: "${kind}", plural: "things", singular: "thing",
});
`;
}

test.each([
  ["calls the model of a type otherwise", { ...files, "src/models/thing.ts": modelOf("Thing", "Other") }],
  ["does not declare a model any more", { ...files, "src/models/thing.ts": "export {};\n" }],
  ["declares one", { ...files, "src/models/thing.ts": thing, from: "export {};\n" }],
])(
  "a module that %s changes what others refer to, without being imported by them",
  (_, { from, ...changed }: Readonly<Record<string, string>>) => {
    const root = writePlugin({ ...files, ...(from !== undefined && { "src/models/thing.ts": from }) });
    try {
      const memory = { known: undefined };
      readProject(root, defaultConfig, { memory });
      for (const [path, text] of Object.entries(changed)) writeFileSync(join(root, path), text);
      expect(plain(readProject(root, defaultConfig, { memory }))).toEqual(plain(readProject(root, defaultConfig)));
    } finally {
      rmSync(root, { recursive: true });
    }
  },
);

function plain({ project, diagnostics }: ReadResult): unknown {
  return { project, diagnostics };
}
