import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openapiDocument } from "../../packages/generator/src/emit/openapi/emit-openapi.js";
import { people } from "../../packages/generator/src/model/people.test.fixture.js";
import { openTuples, shapes } from "../../packages/generator/src/model/shapes.test.fixture.js";

const run = promisify(execFile);
const redocly = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");

/** A proxy that is not there: whatever tries to leave the machine fails, and with it the test. */
const offline = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  NO_COLOR: "1",
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-openapi-"));
  writeFileSync(join(folder, "redocly.yaml"), "extends: [recommended]\ntelemetry: off\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function lint(
  name: string,
  document: unknown,
): Promise<{ readonly totals: unknown; readonly problems: readonly string[] }> {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(document));
  const args = [redocly, "lint", path, "--format=json", `--config=${join(folder, "redocly.yaml")}`];
  const { stdout } = await run(process.execPath, args, { cwd: folder, env: { ...process.env, ...offline } }).catch(
    (error: { stdout: string }) => error,
  );
  const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
    totals: { errors: number; warnings: number };
    problems: readonly { ruleId: string; message: string; location: readonly { pointer: string }[] }[];
  };
  return {
    totals,
    problems: problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  };
}

const secured = {
  title: "People",
  description: "Who is who.",
  servers: [{ url: "https://people.acme.org", description: "The service" }],
  securitySchemes: {
    token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    key: { type: "apiKey", in: "header", name: "x-api-key" },
    login: {
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: "https://id.example.com/token", scopes: { read: "Read" } } },
    },
  },
  security: [{ token: [] }, { key: [], login: ["read"] }, {}],
} as const;

test("nor to one with all that a config can say", async () => {
  const document = openapiDocument({ ...people, license: "MIT" }, secured);
  expect((await lint("secured", document)).problems).toEqual([]);
});

test.each(Object.entries({ people: { ...people, license: "MIT" }, shapes, openTuples }))(
  "openapi.json of %s has nothing that a linter's recommended rules object to",
  async (name, project) => {
    expect(await lint(name, openapiDocument(project))).toEqual({
      totals: { errors: 0, warnings: 0, ignored: 0 },
      problems: [],
    });
  },
);

test.each(["people", "tasks"])("the openapi.json that examples/%s has committed is as good", async (name) => {
  const document = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../examples", name, "openapi.json"), "utf8"),
  ) as unknown;
  expect((await lint(name, document)).problems).toEqual([]);
});

test("the linter is one that finds mistakes", async () => {
  const document = structuredClone(openapiDocument(people)) as {
    paths: Record<string, { get?: { operationId?: string } }>;
  };
  for (const path of Object.values(document.paths)) if (path.get) path.get.operationId = "same";
  expect((await lint("broken", document)).problems).toContainEqual(
    expect.stringContaining("operation-operationId-unique"),
  );
});
