import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { commandGroups } from "../../packages/cli/src/commands/commands.js";
import { runCmgen } from "./run-cmgen.js";

let folder: string;
let url: string;
let server: Server;
let asked: IncomingHttpHeaders[] = [];

const pet = {
  apiVersion: "pets.example.com/v1",
  kind: "Pet",
  metadata: { name: "rex", uid: "1", version: 1, creationTimestamp: "2030-01-01T00:00:00.000Z" },
  spec: {},
};
const resource = { "x-cmgen-resource": { kind: "Pet", singular: "pet" } };
const document = { openapi: "3.1.0", paths: { "/apis/pets.example.com/v1/pets": resource } };
const list = { metadata: { resourceVersion: "1" }, items: [pet] };

/** A service that has one pet, and writes down who calls. */
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers);
    const path = (request.url ?? "").split("?", 1)[0];
    const body = path === "/openapi.json" ? document : path?.endsWith("/pets") === true ? list : pet;
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), "cmgen-credentials-"));
  mkdirSync(join(folder, "cmgen"));
  writeFileSync(join(folder, "cmgen/contexts.yaml"), contexts(), { mode: 0o600 });
  writeFileSync(join(folder, "token"), "s3cret-of-file\n");
  writeFileSync(join(folder, "pet.yaml"), "apiVersion: pets.example.com/v1\nkind: Pet\nmetadata: { name: rex }\n");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  const variables = { XDG_CONFIG_HOME: folder, CMGEN_SERVER: "", CMGEN_TOKEN: "", VISUAL: "", EDITOR: "true" };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});

const contexts = (): string =>
  `current: here\ncontexts:\n  here: { server: "${url}", token: s3cret-of-here }\n  bare: { server: "${url}" }\n`;

async function credentialsOf(...args: readonly string[]) {
  const { out, error } = await runCmgen(args, { workingFolder: folder });
  expect(out + error).not.toContain("s3cret");
  return [...new Set(asked.map(({ authorization = "none" }) => authorization.replace("Bearer s3cret-of-", "")))];
}

test.each<[readonly string[], string, environment?: string]>([
  [["--token", "s3cret-of-option"], "option", "s3cret-of-environment"],
  [["--token-file", "token"], "file", "s3cret-of-environment"],
  [["--token-file", "token", "--header", "Authorization: Bearer s3cret-of-header"], "header"],
  [["--context", "here"], "here", "s3cret-of-environment"],
  [["--context", "bare"], "environment", "s3cret-of-environment"],
  [["--context", "bare"], "none"],
  [[], "environment", "s3cret-of-environment"],
  [[], "here"],
  [["--server", "URL"], "none"],
  [["--server", "URL"], "environment", "s3cret-of-environment"],
])("with %j, it is that of the %s", async (args, whose, environment = "") => {
  vi.stubEnv("CMGEN_TOKEN", environment);
  const given = args.map((arg) => (arg === "URL" ? url : arg));
  expect(await credentialsOf("get", "pets", ...given)).toEqual([whose]);
  asked = [];
  expect(await credentialsOf("client", "--out", "client", ...given)).toEqual([whose]);
});

test("an address that is given to cmgen client is not the context's, whatever it is", async () => {
  expect(await credentialsOf("client", url, "--out", "client")).toEqual(["none"]);
  asked = [];
  expect(await credentialsOf("client", url, "--out", "client", "--token-file", "token")).toEqual(["file"]);
});

const callers: Readonly<Record<string, readonly string[]>> = {
  explain: ["pet"],
  get: ["pets"],
  describe: ["pets"],
  wait: ["pet/rex", "--for", "metadata.uid"],
  diff: ["-f", "pet.yaml"],
  apply: ["-f", "pet.yaml"],
  create: ["-f", "pet.yaml"],
  edit: ["pet/rex"],
  patch: ["pet/rex", "-p", "{}"],
  label: ["pet/rex", "a=b"],
  annotate: ["pet/rex", "a=b"],
  delete: ["pet/rex"],
  access: ["whoami"],
  history: ["pet/rex"],
  export: ["pets"],
  import: ["pet.yaml"],
  client: ["--out", "client"],
};

test("every command that calls a service takes them, and sends them with each request", async () => {
  const names = commandGroups.flatMap(({ commands }) => commands.map(({ usage }) => usage.split(" ", 1)[0] ?? ""));
  const takers: string[] = [];
  for (const name of names) {
    const { out } = await runCmgen([name, "--help"], { workingFolder: folder });
    const options = ["--server", "--context", "--token", "--token-file", "--header", "--timeout"];
    const taken = options.filter((option) => new RegExp(`^ +${option} `, "m").test(out));
    if (name === "context") expect(taken).toEqual(["--server", "--token-file"]);
    else if (taken.length > 0) takers.push(name);
    if (name !== "context" && taken.length > 0) expect([name, taken]).toEqual([name, options]);
  }
  // Others tell these what to ask: test/server/agents.test.ts and console.test.ts see whose credentials they send.
  expect(takers.toSorted()).toEqual([...Object.keys(callers), "mcp", "console"].toSorted());
  for (const [name, args] of Object.entries(callers)) {
    asked = [];
    const given = ["--server", url, "--token-file", "token", "--header", "X-Api-Key: s3cret-key"];
    expect([name, await credentialsOf(name, ...args, ...given)]).toEqual([name, ["file"]]);
    expect([name, ...new Set(asked.map((headers) => headers["x-api-key"]))]).toEqual([name, "s3cret-key"]);
  }
});
