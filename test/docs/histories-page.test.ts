import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { issueToken } from "@cmgen/runtime/database";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "../cli/run-cmgen.js";
import { buildPlugin } from "../references/build-plugin.js";
import { snippetsOf } from "./snippets.js";

const page = readFileSync(join(repositoryRoot, "docs/access.md"), "utf8");
const files = snippetsOf("docs/access.md", page).filter(({ marks }) => marks.includes("file"));
const notes = "/apis/notes.example.com/v1/notes";

/** The note of docs/access.md, and what the page says of its history. */
let server: RunningServer;
const folder = mkdtempSync(join(tmpdir(), "cmgen-histories-page-"));
const tokens = new Map<string, string>();

beforeAll(async () => {
  const sources = new Map(files.map(({ text }) => [/^\/\/ (\S+)/.exec(text)?.[1] ?? "", text]));
  expect([...sources.keys()]).toEqual(["src/models/note.ts", "src/access.ts"]);
  const { plugin } = await buildPlugin(folder, sources);
  const databaseUrl = `file:${join(folder, "notes.db")}`;
  server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
  await server.started;
  const token = async (name: string, roles: readonly string[]): Promise<unknown> => {
    const { secret } = await issueToken(databaseUrl, { name, roles, groups: [], lifetime: 60_000 });
    return tokens.set(name, secret);
  };
  for (const name of ["ann", "bob"]) await token(name, ["owner", "reader"]);
  await token("root", ["admin"]);
}, 120_000);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const ask = async (who: string, method: string, path: string, spec?: object): Promise<Response> => {
  const headers = { authorization: `Bearer ${tokens.get(who)}`, "content-type": "application/json" };
  const body = spec === undefined ? null : JSON.stringify({ metadata: { name: "plan" }, spec });
  return fetch(server.url + notes + path, { method, headers, body });
};
const status = async (...asked: Parameters<typeof ask>): Promise<number> => (await ask(...asked)).status;

it("docs/access.md: the owner reads the history, and its readers the note", async () => {
  const note = { owner: "token:ann", readers: ["token:bob"], text: "first", draft: "secret" };
  expect(await status("ann", "POST", "", note)).toBe(201);
  expect(await status("ann", "PUT", "/plan", { ...note, text: "second" })).toBe(200);
  expect([await status("bob", "GET", "/plan"), await status("bob", "GET", "/plan/history")]).toEqual([200, 403]);
  const version = (await (await ask("ann", "GET", "/plan/history/1")).json()) as { readonly spec: object };
  expect(version.spec).toEqual({ owner: "token:ann", readers: ["token:bob"], text: "first" });
  expect(await (await ask("ann", "POST", "/plan/history/1/restore")).json()).toMatchObject({
    spec: { text: "first", draft: "secret" },
  });
  // It is bob's now, and ann's past with it is not hers to read.
  expect(await status("root", "PUT", "/plan", { owner: "token:bob", text: "third" })).toBe(200);
  expect([await status("ann", "GET", "/plan"), await status("ann", "GET", "/plan/history")]).toEqual([404, 404]);
  const { items } = (await (await ask("bob", "GET", "/plan/history")).json()) as { readonly items: readonly object[] };
  expect(items).toMatchObject([{ version: 4 }]);
});

it("docs/access.md: explain says which rule is missing", async () => {
  const explain = ["explain", "--user", "ann", "--verb", "get", "note/plan/history"];
  const service = ["--server", server.url, "--token", tokens.get("root") ?? ""];
  const explained = async (...more: string[]): Promise<string> =>
    (await runCmgen(["access", ...explain, ...more, ...service], { workingFolder: folder })).out;
  expect(page).toContain(`cmgen access ${explain.join(" ")}`);
  expect(await explained("--role", "reader")).toContain(
    "No role has a rule with the verb get for notes.notes.example.com/history.",
  );
});
