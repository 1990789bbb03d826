import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import type { Plugin } from "@cmgen/runtime/codegen";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { writeTree } from "../golden/harness/file-tree.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "../server/exchange.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { refusalOf } from "./tasks-server.js";
import { compilers, databases } from "../tier.js";

const collection = "/apis/pages.example.com/v1/pages";

const model = (filled: string): string => `
import { defineModel, index, type Extension } from "@cmgen/model";
export interface Section {
  title: string;
  /** ${filled} @maxLength 10 */
  anchor${filled === "" ? "?" : ""}: string;
}
export interface PageSpec {
  title: string;
  /** ${filled} */
  slug${filled === "" ? "?" : ""}: string;
  sections?: Section[];
  /** @default "draft" */
  state?: "draft" | "public";
}
export interface Page extends Extension<PageSpec> {}
export default defineModel<Page>({
  group: "pages.example.com", version: "v1", kind: "Page", plural: "pages", singular: "page",
  indexes: [index("spec.slug")],
});
`;

/** Fills in what it can: not for titles that say so. */
const hooks = `
import { defineHooks } from "@cmgen/runtime";
import { pageModel } from "../generated/v1/models.js";
const slugOf = (text: string): string => text.toLowerCase().replaceAll(" ", "-");
export default defineHooks({
  model: pageModel,
  prepare({ object: { spec } }) {
    if (!spec.title.startsWith("No")) spec.slug ??= slugOf(spec.title);
  },
  check({ object, old, refuse }) {
    if (old !== undefined && old.spec.slug.length > 20) refuse("spec.slug", object.spec.state.toUpperCase());
  },
  beforeWrite({ object, operation }) {
    if (operation === "delete") return;
    for (const section of object.spec.sections ?? [])
      if (!section.title.startsWith("No")) section.anchor ??= slugOf(section.title);
  },
});
`;

const generated = generatedReleases();
let earlier: Plugin;
let plugin: Plugin;
beforeAll(async () => {
  earlier = await generated.release(new Map([["src/models/page.ts", model("")]]));
  const answer =
    'evolve: [{ id: "slugs", change: ({ spec }) => ({ spec: { ...spec, slug: spec.slug ?? spec.title } }) }],\n});';
  const declaration = model("@filled").replace("});", answer);
  plugin = await generated.release(
    new Map([
      ["src/models/page.ts", declaration],
      ["src/hooks/page.ts", hooks],
    ]),
  );
}, 120_000);
afterAll(() => generated.dispose());

describe.each(databases)("fields that are filled in, on %s", (database) => {
  let server: RunningServer;
  let databaseUrl = "";
  const start = async (release: Plugin): Promise<RunningServer> => {
    const options = { host: "127.0.0.1", port: 0, databaseUrl, log: silentLog };
    const started = await startServer({ plugins: [release], root: release.root, ...options });
    await started.started;
    return started;
  };
  const send = async (method: string, path: string, body?: unknown): ReturnType<typeof exchange> =>
    exchange(server.url, {
      method,
      path: `${collection}${path}`,
      headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  beforeAll(async () => {
    databaseUrl = database === "sqlite" ? `file:${join(generated.folder, "..", "pages.db")}` : await createDatabase();
    server = await start(earlier);
    await send("POST", "", { metadata: { name: "old" }, spec: { title: "old" } });
    await server.close();
    server = await start(plugin);
  });
  afterAll(() => server.close());

  test("need not be sent, and are there once they are stored", async () => {
    const spec = { title: "Hello World", sections: [{ title: "One" }, { title: "Two", anchor: "2" }] };
    const created = await send("POST", "", { metadata: { name: "a" }, spec });
    const sections = [
      { title: "One", anchor: "one" },
      { title: "Two", anchor: "2" },
    ];
    const stored = { title: "Hello World", slug: "hello-world", sections, state: "draft" };
    expect([created.status, created.json]).toEqual([201, expect.objectContaining({ spec: stored })]);
    // What a PUT leaves out is filled in again, and what a patch removes.
    expect((await send("PUT", "/a", { spec: { title: "Other" } })).json).toMatchObject({
      spec: { title: "Other", slug: "other" },
    });
    expect((await send("PATCH", "/a", { spec: { title: "Third", slug: null } })).json).toMatchObject({
      spec: { slug: "third" },
    });
    expect((await send("GET", "/old")).json).toMatchObject({ spec: { slug: "old" } });
  });

  test("are named where no hook has filled them in", async () => {
    const spec = { title: "No slug", sections: [{ title: "One" }, { title: "None" }] };
    const refused = refusalOf(await send("POST", "", { metadata: { name: "b" }, spec }));
    expect(refused).toEqual([422, "/spec/slug required", "/spec/sections/1/anchor required"]);
    const wrong = { title: "Hi", sections: [{ title: "x", anchor: "longer than it may be" }] };
    expect(refusalOf(await send("POST", "", { metadata: { name: "b" }, spec: wrong }))).toEqual([
      422,
      "/spec/sections/0/anchor maxLength",
    ]);
    expect(refusalOf(await send("PATCH", "/a", { spec: { title: "None", slug: null } }))).toEqual([
      422,
      "/spec/slug required",
    ]);
    expect((await send("GET", "/b")).status).toBe(404);
  });

  test("are what the doctor wants", async () => {
    await server.close();
    const found: unknown[] = [];
    const models = plugin.resources.map((resource) => resource.model);
    await examineDatabase(databaseUrl, models, (finding) => found.push(finding));
    expect(found).toEqual([]);
    server = await start(plugin);
  });
});

test("are optional in what is sent, and required in what is stored, in the document", () => {
  const { components } = JSON.parse(readFileSync(join(generated.folder, "openapi.json"), "utf8")) as {
    readonly components: { readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>> };
  };
  const { schemas } = components;
  expect(schemas["PageSpec"]?.required).toEqual(["title"]);
  expect(schemas["StoredPageSpec"]?.required).toEqual(["title", "slug", "state"]);
  expect(schemas["Section"]?.required).toEqual(["title"]);
  expect(schemas["StoredSection"]?.required).toEqual(["title", "anchor"]);
});

const { resolve } = createRequire(import.meta.url);
const run = promisify(execFile);

test.each(compilers)(
  "are optional in hooks and when sent, and present when stored, under %s",
  { timeout: 180_000 },
  async (compiler) => {
    const uses = `
import type { Input, Stored } from "@cmgen/model";
import { defineHooks } from "@cmgen/runtime";
import type { Page, PageInput, StoredPage } from "./generated/v1/models.js";
import { pageModel } from "./generated/v1/models.js";
export const sent: PageInput = { metadata: {}, spec: { title: "a", sections: [{ title: "b" }] } };
export const same: Input<Page> = sent;
export const slug = (page: StoredPage): string => page.spec.slug + page.spec.state;
export const own = (page: Stored<Page>): string => page.spec.sections?.map(({ anchor }) => anchor).join() ?? page.spec.slug;
export default defineHooks({
  model: pageModel,
  prepare({ object, old }) {
    const before: string | undefined = old?.spec.slug;
    const state: string = object.spec.state;
    // @ts-expect-error it may have to be filled in
    const now: string = object.spec.slug;
    object.spec.slug ??= before ?? state + now;
  },
});
// @ts-expect-error it need not have been sent
export const given: string = sent.spec.slug;
`;
    writeTree(
      generated.folder,
      new Map([
        ["src/uses.ts", uses],
        [
          "tsconfig.json",
          JSON.stringify({
            compilerOptions: {
              strict: true,
              noEmit: true,
              module: "nodenext",
              target: "es2022",
              skipLibCheck: true,
              types: ["node"],
            },
            files: ["src/uses.ts", "src/hooks/page.ts"],
          }),
        ],
      ]),
    );
    const tsc = resolve(`${compiler}/package.json`).replace(/package\.json$/, "bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", generated.folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  },
);
