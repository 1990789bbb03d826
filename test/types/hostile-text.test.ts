import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { emitDocumentClient } from "../../packages/generator/src/document/emit-document-client.js";
import {
  type Part,
  spoil,
  spoilEndpoint,
} from "../../packages/generator/src/document/hostile-document.test.fixture.js";
import { readDocument } from "../../packages/generator/src/document/read-document.js";
import { clientEmitter } from "../../packages/generator/src/emit/client/emit-client.js";
import { openapiDocument } from "../../packages/generator/src/emit/openapi/emit-openapi.js";
import { typesEmitter } from "../../packages/generator/src/emit/types/emit-types.js";
import { validatorEmitter } from "../../packages/generator/src/emit/validator/emit-validator.js";
import type { GeneratedFile } from "../../packages/generator/src/emitter/emitter.js";
import type { ProjectModel } from "../../packages/generator/src/model/model.js";
import { people } from "../../packages/generator/src/model/people.test.fixture.js";
import {
  literal,
  model,
  object,
  oneOf,
  project,
  record,
  string,
} from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { formatFiles } from "../../packages/generator/src/output/format-files.js";
import { brokenEnds, hostileText } from "../../packages/generator/src/render/hostile-text.test.fixture.js";
import { type Compilation, compilePlugins } from "../golden/harness/compile.js";
import { writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace } from "../golden/harness/workspace.js";
import { isNight, randomCases, randomSeed } from "../tier.js";

/** The same on every run; `CMGEN_SEED` makes others. */
const seed = randomSeed();
const texts = [brokenEnds.join(" "), ...fc.sample(hostileText, { seed, numRuns: randomCases(20) })];

/** A plugin with a text at every place where its author may write one. */
function plugin(text: string): ProjectModel {
  const documentation = { description: text, title: text, deprecated: true, examples: [text] };
  // A name that is not well-formed cannot come about in JSON.
  const name = `a${text.toWellFormed()}`;
  const spec = object({
    [name]: { type: string(), documentation, default: text },
    fixed: literal(text),
    one: { type: oneOf(text, 1, true), default: text },
    map: record(string({ maxLength: 3 })),
  });
  const index = { name: "one", order: "ASC", unique: false, multi: false, source: "function" } as const;
  const indexes = [
    { ...index, path: [], position: 0, valueType: "string" as const, returnedValues: [text], span: spec.span },
  ];
  return project([model("Thing", spec, { documentation, deprecated: text, indexes })]);
}

/** What is generated from a plugin, and from the document of a service, that have a text wherever they may. */
function generated(text: string): readonly GeneratedFile[] {
  const document = JSON.parse(JSON.stringify(openapiDocument(people))) as Part;
  spoil(document, text);
  spoilEndpoint(document, text);
  const context = { outDir: "src/plugin", prismaDir: "prisma" };
  return [
    ...[typesEmitter, validatorEmitter(), clientEmitter].flatMap((emitter) => emitter.emit(plugin(text), context)),
    ...emitDocumentClient(readDocument(JSON.stringify(document))).map((file) => ({
      ...file,
      path: `src/client/${file.path}`,
    })),
    { path: "package.json", contents: '{ "type": "module" }' },
  ];
}

const workspace = createWorkspace();
const cases = texts.map((_, at) => ({ name: `text${at}`, input: new Map() }));

beforeAll(async () => {
  for (const [at, text] of texts.entries()) {
    const files = await formatFiles(generated(text));
    writeTree(workspace.folder, new Map(files.map(({ path, contents }) => [`text${at}/${path}`, contents])));
  }
});

afterAll(() => workspace.dispose());

const compilers: readonly Compilation["compiler"][] = isNight ? ["5.9", "6.0", "7.0"] : ["7.0"];

test.each(compilers)(
  `TypeScript %s compiles what is made of hostile texts, and running it does nothing else (seed ${seed})`,
  async (compiler) => {
    const emitTo = `dist-${compiler}`;
    expect(await compilePlugins(workspace.folder, cases, { compiler, resolution: "nodenext", emitTo })).toBe("");
    const emitted = readdirSync(join(workspace.folder, emitTo), { recursive: true, encoding: "utf8" });
    const modules = emitted.filter((path) => path.endsWith(".js"));
    expect(modules.length).toBeGreaterThan(texts.length * 4);
    for (const path of modules) {
      const exported = (await import(pathToFileURL(join(workspace.folder, emitTo, path)).href)) as object;
      expect(exported, path).not.toHaveProperty("stolen");
    }
    expect(globalThis).not.toHaveProperty("stolen");
  },
  180_000,
);
