import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilations, compilePlugins } from "../golden/harness/compile.js";
import { writeTree, type FileTree } from "../golden/harness/file-tree.js";
import { createWorkspace, type Workspace } from "../golden/harness/workspace.js";
import { documentClients } from "./document-clients.js";
import { emittedTypes } from "./emitted-types.js";
import { firstLine, mistakenCalls, mistakes } from "./mistakes.js";

/** Each is a folder of the workspace; a compiler takes seconds to begin, so that each compiles all of them at once. */
let workspace: Workspace;

beforeAll(async () => {
  workspace = createWorkspace();
  const put = (folder: string, tree: FileTree): void =>
    writeTree(workspace.folder, new Map([...tree].map(([path, text]) => [`${folder}/${path}`, text])));
  put("emitted", await emittedTypes());
  put("documents", await documentClients());
  put("mistakes", mistakenCalls);
});
afterAll(() => workspace.dispose());

describe.each(compilations)("under TypeScript $compiler, resolved as by $resolution", (compilation) => {
  let errors: readonly string[];

  beforeAll(async () => {
    const plugins = ["emitted/*", "documents/*", "mistakes"].map((name) => ({ name, input: new Map() }));
    const printed = await compilePlugins(workspace.folder, plugins, compilation);
    errors = printed.split(/^(?=\S)/m).filter((error) => error.trim() !== "");
  });

  it("types and validators compile, and the types are what openapi-typescript makes of openapi.json", () => {
    expect(errors.filter((error) => error.startsWith("emitted/"))).toEqual([]);
  });

  it("a client made of openapi.json alone has the types of the generated one", () => {
    expect(errors.filter((error) => error.startsWith("documents/"))).toEqual([]);
  });

  it.each(mistakes.map(([call, ...says], at) => ({ call, says, at })))("$call says what is allowed", ({ says, at }) => {
    const error = errors.find((text) => text.startsWith(`mistakes/src/mistakes.ts(${firstLine + at},`)) ?? "";
    for (const part of says) expect(error).toMatch(part);
  });

  it("says nothing else", () => {
    expect(errors.filter((error) => !/^(?:emitted|documents)\//.test(error))).toHaveLength(mistakes.length);
  });
});
