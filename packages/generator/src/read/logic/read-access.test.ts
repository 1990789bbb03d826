import { describe, expect, test } from "vitest";

import { moduleOf, readFiles } from "../plugin.test.fixture.js";

const model = moduleOf("{ name: string }");

function accessOf(text: string, outDir = "src/generated") {
  const { project, diagnostics } = readFiles({ "src/models/thing.ts": model, "src/access.ts": text }, { outDir });
  return { access: project.access, codes: diagnostics.map(({ code, span }) => `${code} ${span?.file}`) };
}

const found = { access: { module: "src/access.ts", roles: [] }, codes: [] };
const refused = { access: undefined, codes: ["CM6005 src/access.ts"] };
const generated = 'import { defineAccess } from "./generated/access.js";\n';

describe("an access file is found", () => {
  test.each([
    ["by its call", `${generated}export default defineAccess({});`],
    ["as a constant", `${generated}const access = defineAccess({ roles: {} });\nexport default access;`],
    ["exported by name", `${generated}const access = defineAccess({});\nexport { access as default };`],
    [
      "under another name",
      'import { defineAccess as define } from "./generated/access.js";\nexport default define({});',
    ],
    ["by a namespace", 'import * as made from "./generated/access.js";\nexport default made.defineAccess({});'],
    ["by an alias", 'import { defineAccess } from "#generated/access.js";\nexport default defineAccess({});'],
  ])("%s", (_, text) => {
    expect(accessOf(text)).toEqual(found);
  });

  test("with another folder of generated files", () => {
    const text = 'import { defineAccess } from "../made/access.js";\nexport default defineAccess({});';
    expect(accessOf(text, "made")).toEqual(found);
    expect(accessOf(text)).toEqual(refused);
  });

  test("only where there is one", () => {
    const { project, diagnostics } = readFiles({ "src/models/thing.ts": model });
    expect([project.access, diagnostics]).toEqual([undefined, []]);
  });
});

describe("the roles that hosts can name are read", () => {
  test.each([
    [
      "where they are written",
      `${generated}export default defineAccess({ roles: { coach: {}, "a-b": {} } });`,
      ["coach", "a-b"],
    ],
    [
      "as a constant of that name",
      `${generated}const roles = { coach: {} };\nexport default defineAccess({ roles });`,
      ["coach"],
    ],
    [
      "as a constant of the same file",
      `${generated}const own = { coach: {} } as const;\nexport default defineAccess({ roles: own });`,
      ["coach"],
    ],
    [
      "not where some come from elsewhere",
      `${generated}export default defineAccess({ roles: { ...more } });`,
      undefined,
    ],
    ["not where the definition is made", `${generated}export default defineAccess(make());`, undefined],
  ])("%s", (_, text, roles) => {
    expect(accessOf(text)).toEqual({ access: { module: "src/access.ts", ...(roles && { roles }) }, codes: [] });
  });
});

describe("an access file that would be without effect is an error", () => {
  test.each([
    ["empty", ""],
    ["without a default export", `${generated}export const access = defineAccess({});`],
    ["of plain data", "export default { roles: {} };"],
    [
      "of a function of another module",
      'import { defineAccess } from "@cmgen/runtime";\nexport default defineAccess({});',
    ],
    [
      "of another generated function",
      'import { accessDefiner } from "./generated/access.js";\nexport default accessDefiner({});',
    ],
    ["not called", `${generated}export default defineAccess;`],
  ])("%s", (_, text) => {
    expect(accessOf(text)).toEqual(refused);
  });
});
