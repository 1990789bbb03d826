import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { scaffoldPlugin } from "./scaffolded-plugin.js";

// Each compiles, and starts vitest.
vi.setConfig({ testTimeout: 240_000 });

const execute = promisify(execFile);
// Vitest takes paths such as `/dist/…` of a plugin for its own where the plugin's path is as much shorter than that of Vitest's folder
// outside of it (getCachedVitestImport), and runs them with modules other than those of the tests. A longer path is safe.
const folder = mkdtempSync(join(tmpdir(), "cmgen-npm-test-".padEnd(repositoryRoot.length + 40, "-")));
let plugin: string;

/** An endpoint in the class style, as docs/server.md shows it. */
const endpoint = `import { ApiVersion, Get, type EndpointContext } from "@cmgen/runtime";
import { taskModel } from "../generated/v1alpha1/models.js";

@ApiVersion("uc.api.classes.example.com/v1alpha1")
export default class Cards {
  @Get("/tasks/{name}/card")
  async card({ params, resource }: EndpointContext): Promise<Response> {
    const { spec } = await resource(taskModel).get(params["name"] ?? "");
    return Response.json({ card: this.format(spec.title) });
  }

  format(title: string): string {
    return \`* \${title}\`;
  }
}
`;

/** One test of the class by itself, and one of the service with it. */
const tests = `import { silentLog, startServer } from "@cmgen/runtime";
import { expect, test } from "vitest";
import Cards from "../src/endpoints/cards.js";
import { plugin } from "../src/generated/plugin.js";

test("formats", () => expect(new Cards().format("a")).toBe("* a"));

test("serves", async () => {
  const server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl: ":memory:", log: silentLog });
  await server.started;
  const path = "/apis/uc.api.classes.example.com/v1alpha1/tasks/declare-a-model/card";
  const response = await fetch(server.url + path);
  expect(await response.json()).toEqual({ card: "* Declare a model" });
  await server.close();
});
`;

const write = (path: string, text: string): void => writeFileSync(join(plugin, path), text);
const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
const npm = (...args: string[]) => execute("npm", args, { cwd: plugin, env });

beforeAll(async () => {
  plugin = await scaffoldPlugin(folder, "classes");
  write("src/endpoints/cards.ts", endpoint);
  write("test/cards.test.ts", tests);
});

afterAll(() => rmSync(folder, { recursive: true }));

it("has the scripts that its README names", () => {
  const named = readFileSync(join(plugin, "README.md"), "utf8").matchAll(/npm (?:run )?(?!install)(\w+)/g);
  const { scripts } = JSON.parse(readFileSync(join(plugin, "package.json"), "utf8")) as { readonly scripts: object };
  expect(new Set([...named].map((match) => match[1]))).toEqual(new Set(Object.keys(scripts)));
});

it("passes `npm test` with an endpoint in the class style", async () => {
  const { stdout } = await npm("test", "--", "--reporter=verbose");
  expect(stdout).toMatch(/✓ test\/cards\.test\.ts > formats/);
  expect(stdout).toMatch(/✓ test\/cards\.test\.ts > serves/);
  expect(stdout).toMatch(/6 passed/);
});

it("does not run what was compiled before the last change", async () => {
  write("src/endpoints/cards.ts", endpoint.replace("* $", "- $"));
  const stale = execute("npx", ["vitest", "run", "test/cards.test.ts"], { cwd: plugin, env });
  await expect(stale).rejects.toMatchObject({
    stderr: expect.stringContaining("src/endpoints/cards.ts has changed since it was compiled. Run `npm run build`"),
  });
});

it("checks the types of tests", async () => {
  write("test/cards.test.ts", tests.replace('format("a")', "format(1)"));
  await expect(npm("test")).rejects.toMatchObject({
    stdout: expect.stringMatching(/test\/cards\.test\.ts\(6,\d+\): error TS2345/),
  });
});
