import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ApiProblem } from "@cmgen/client";
import { generate } from "@cmgen/generator";
import { silentLog, startServer, type Plugin } from "@cmgen/runtime";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilations, compilePlugins, emitFolder } from "../golden/harness/compile.js";
import { writeTree } from "../golden/harness/file-tree.js";
import { createWorkspace, type Workspace } from "../golden/harness/workspace.js";
import { moduleText, randomModules, type RandomEndpoint } from "./random-plugins.js";
import { randomCases, randomSeed } from "../tier.js";

const seed = randomSeed();
const plugins = fc.sample(randomModules, { seed, numRuns: randomCases(25) }).map((modules, at) => ({
  name: `random${at}`,
  input: new Map<string, string>(),
  modules,
}));

const note = `import { defineModel, type Extension } from "@cmgen/model";
interface NoteSpec { text: string }
interface Note extends Extension<NoteSpec> {}
export default defineModel<Note>({ group: "notes.example.com", version: "v1", kind: "Note", plural: "notes", singular: "note" });
`;

let workspace: Workspace;
const generated: string[] = [];
beforeAll(async () => {
  workspace = createWorkspace();
  for (const { name, modules } of plugins) {
    const texts = modules.map((module, at) => [`src/endpoints/${module.name}.ts`, moduleText(module, at)] as const);
    const manifest = ["package.json", '{ "name": "notes", "version": "1.0.0", "type": "module" }'] as const;
    const root = join(workspace.folder, name);
    writeTree(root, new Map([manifest, ["src/models/note.ts", note], ...texts]));
    const { status, diagnostics } = await generate(root);
    generated.push(...(status === "written" ? [] : diagnostics.map(({ message }) => `${name}: ${message}`)));
  }
});
afterAll(() => workspace.dispose());

describe("random endpoints", () => {
  test("are generated without a complaint", () => {
    expect(generated, `seed ${seed}`).toEqual([]);
  });

  test.each(compilations)("compile with TypeScript $compiler, resolved as by $resolution", async (compilation) => {
    expect(await compilePlugins(workspace.folder, plugins, compilation), `seed ${seed}`).toBe("");
  });

  test("answer as they are declared", { timeout: 180_000 }, async () => {
    const problems: string[] = [];
    for (const { name, modules } of plugins) {
      const { plugin, createConsoleApiClient } = await load(join(workspace.folder, emitFolder, name));
      const root = pathToFileURL(`${join(workspace.folder, name)}/`);
      const server = await startServer({
        plugins: [{ ...plugin, root }],
        root,
        host: "127.0.0.1",
        port: 0,
        databaseUrl: ":memory:",
        log: silentLog,
      });
      try {
        await server.started;
        const client = createConsoleApiClient({ baseUrl: server.url });
        for (const [module, { endpoints }] of modules.entries())
          for (const [at, endpoint] of endpoints.entries())
            problems.push(...(await problemsOf(client, endpoint, `${module} ${at}`)).map((text) => `${name} ${text}`));
      } finally {
        await server.close();
      }
    }
    expect(problems, `seed ${seed}`).toEqual([]);
  });
});

/** A client as code without types uses it. */
type Client = Readonly<Record<string, (path: string, call: object) => Promise<unknown>>>;

async function load(folder: string): Promise<{ plugin: Plugin; createConsoleApiClient: (options: object) => Client }> {
  const from = (path: string): string => pathToFileURL(join(folder, "src/generated", path)).href;
  const { plugin } = (await import(from("plugin.js"))) as { readonly plugin: Plugin };
  const client = (await import(from("v1/client.js"))) as {
    readonly createConsoleApiClient: (options: object) => Client;
  };
  return { plugin, createConsoleApiClient: client.createConsoleApiClient };
}

/** What is wrong with the answers of an endpoint. */
async function problemsOf(client: Client, endpoint: RandomEndpoint, name: string): Promise<readonly string[]> {
  const { method, path, body, query } = endpoint;
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key = ""]) => [key, `value ${key}/é`]));
  const call = client[method === "del" ? "delete" : method];
  const ask = async (sentBody: unknown, sentQuery: unknown): Promise<string> => {
    const sent = { params, ...(body && { body: sentBody }), ...(query && { query: sentQuery }) };
    const answer = await call?.(path, sent).catch((error: unknown) => error);
    return answer instanceof ApiProblem ? `${answer.status} ${answer.code}` : JSON.stringify(answer);
  };
  const got = JSON.stringify({ params, body: body?.received ?? null, query: query?.received ?? null });
  const expected: readonly (readonly [answer: string, expected: string])[] = [
    [await ask(body?.good, query?.good), JSON.stringify({ endpoint: name, got })],
    ...(body ? [[await ask(body.bad, query?.good), "422 Invalid"] as const] : []),
    ...(query ? [[await ask(body?.good, query.bad), "400 InvalidQuery"] as const] : []),
  ];
  return expected.flatMap(([answer, wanted]) =>
    answer === wanted ? [] : [`${method} ${path} (${body?.type}, ${query?.type}): ${answer} instead of ${wanted}`],
  );
}
