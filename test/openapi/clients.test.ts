import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { silentLog, startServer } from "@cmgen/runtime";
import openapiTypescript, { astToString } from "openapi-typescript";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plugin } from "../../examples/people/src/generated/plugin.js";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const document = join(root, "examples/people/openapi.json");
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

/** Where `npm run bench -- generate` installs the generators that are too large to be dependencies. */
const installed = join(root, "node_modules/.cache/cmgen-bench/rivals/node_modules");

/** What a program that uses a generated client answers. */
interface Used {
  readonly greeted: string | undefined;
  readonly names: readonly string[];
  readonly refusal: string;
}

interface Generator {
  /** Its folder among those that are installed; absent where it always is. */
  readonly folder?: string;
  /** Writes the client into a folder. */
  readonly generate: (directory: string) => Promise<unknown>;
  /** Files that stand beside what is generated. */
  readonly files: (url: string) => Readonly<Record<string, string>>;
}

function runProgram(path: string, args: readonly string[]): Generator["generate"] {
  return (directory) => run(process.execPath, [join(installed, path), ...args], { cwd: directory });
}

const eve = `{ metadata: { name: "eve" }, spec: { name: "Eve", gender: "FEMALE" } }`;

const generators: Readonly<Record<string, Generator>> = {
  "openapi-typescript": {
    generate: async (directory) => {
      const types = astToString(await openapiTypescript(readFileSync(document, "utf8"), { silent: true }));
      writeFileSync(join(directory, "types.ts"), types);
    },
    files: (url) => ({
      "use.ts": `import type { components, operations, paths } from "./types.js";
type Collection = paths["/apis/people.example.com/v1alpha1/people"];
type Body = Collection["post"]["requestBody"]["content"]["application/json"];
type Created = Collection["post"]["responses"][201]["content"]["application/json"];
type List = operations["listPeople"]["responses"][200]["content"]["application/json"];
type Refusal = operations["readPerson"]["responses"]["default"]["content"]["application/problem+json"];
const people = "${url}/apis/people.example.com/v1alpha1/people";
export async function use() {
  const body: Body = ${eve};
  const query: operations["listPeople"]["parameters"]["query"] = { sort: ["spec.name,desc"], fieldSelector: ["spec.name=Eve"] };
  const headers = { "content-type": "application/json" };
  const created = (await (await fetch(people, { method: "POST", headers, body: JSON.stringify(body) })).json()) as Created;
  const search = new URLSearchParams(Object.entries(query).map(([name, values]) => [name, String(values)]));
  const list = (await (await fetch(people + "?" + search)).json()) as List;
  if (!("items" in list)) throw new Error("not a list");
  const refusal = (await (await fetch(people + "/nobody")).json()) as Refusal;
  const code: "NotFound" | "Conflict" | components["schemas"]["ReadProblem"]["code"] = refusal.code;
  return { greeted: created.spec.gender, names: list.items.map(({ metadata }) => metadata.name), refusal: code };
}
`,
    }),
  },
  "hey-api": {
    folder: "@hey-api/openapi-ts",
    generate: runProgram("@hey-api/openapi-ts/bin/run.js", ["--input", document, "--output", "client"]),
    files: (url) => ({
      "use.ts": `import { createPerson, listPeople, readPerson } from "./client";
const baseUrl = "${url}";
export async function use() {
  const created = await createPerson({ baseUrl, body: ${eve}, throwOnError: true });
  const list = await listPeople({ baseUrl, query: { sort: ["spec.name,desc"], fieldSelector: ["spec.name=Eve"] }, throwOnError: true });
  if (typeof list.data === "string" || !("items" in list.data)) throw new Error("not a list");
  const { error } = await readPerson({ baseUrl, path: { name: "nobody" } });
  return { greeted: created.data.spec.gender, names: list.data.items.map(({ metadata }) => metadata.name), refusal: error?.code ?? "" };
}
`,
    }),
  },
  orval: {
    folder: "orval",
    generate: runProgram("orval/dist/bin/orval.js", ["--input", document, "--output", "client.ts"]),
    files: (url) => ({
      "use.ts": `import axios, { AxiosError } from "axios";
import { createPerson, listPeople, readPerson, type ReadProblem } from "./client";
axios.defaults.baseURL = "${url}";
axios.defaults.paramsSerializer = { indexes: null };
export async function use() {
  const created = await createPerson(${eve});
  const list = await listPeople({ sort: ["spec.name,desc"], fieldSelector: ["spec.name=Eve"] });
  if (typeof list.data === "string" || !("items" in list.data)) throw new Error("not a list");
  const error = await readPerson("nobody").catch((error: AxiosError<ReadProblem>) => error);
  const refusal = error instanceof AxiosError ? error.response?.data.code : undefined;
  return { greeted: created.data.spec.gender, names: list.data.items.map(({ metadata }) => metadata.name), refusal };
}
`,
    }),
  },
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-clients-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bundled: what is generated imports modules without the extensions that Node.js needs. */
async function runUse(directory: string): Promise<Used> {
  const bundle = await rolldown({ input: join(directory, "use.ts"), platform: "node" });
  const file = join(directory, "use.bundle.mjs");
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  const { use } = (await import(pathToFileURL(file).href)) as { use: () => Promise<Used> };
  return use();
}

function isMissing({ folder: needed }: Generator): boolean {
  return needed !== undefined && !existsSync(join(installed, needed));
}

for (const [name, generator] of Object.entries(generators)) {
  if (isMissing(generator))
    process.stderr.write(`${name} is not installed: npm run bench -- generate does that. Its client is not tested.\n`);

  test.skipIf(isMissing(generator))(
    `${name} makes a client that compiles and works`,
    { timeout: 180_000 },
    async () => {
      const options = { plugins: [plugin], root: plugin.root, host: "127.0.0.1", port: 0, log: silentLog };
      const server = await startServer({ ...options, databaseUrl: ":memory:" });
      try {
        await server.started;
        const directory = mkdtempSync(join(folder, `${name}-`));
        writeFileSync(join(directory, "package.json"), '{"type":"module"}');
        for (const [file, text] of Object.entries(generator.files(server.url)))
          writeFileSync(join(directory, file), text);
        if (existsSync(installed)) symlinkSync(installed, join(directory, "node_modules"), "dir");
        await generator.generate(directory);
        const strict = [
          "--strict",
          "--noEmit",
          "--skipLibCheck",
          "--target",
          "es2022",
          "--lib",
          "es2022,dom,dom.iterable",
        ];
        await run(process.execPath, [tsc, ...strict, "--module", "esnext", "--moduleResolution", "bundler", "use.ts"], {
          cwd: directory,
        }).catch((error: { stdout: string }) => expect(error.stdout).toBe(""));
        expect(await runUse(directory)).toEqual({ greeted: "FEMALE", names: ["eve"], refusal: "NotFound" });
      } finally {
        await server.close();
      }
    },
  );
}
