import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseYaml } from "../../packages/runtime/src/document/parse-yaml.js";
import { runCmgen } from "../cli/run-cmgen.js";
import { scaffoldPlugin } from "./scaffolded-plugin.js";

const folder = mkdtempSync(join(tmpdir(), "cmgen-docker-"));
let plugin: string;

beforeAll(async () => {
  plugin = await scaffoldPlugin(folder, "shipped", "--docker");
});

afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string): string => readFileSync(join(plugin, path), "utf8");

// The image that is made of these files is built and run from installed packages: see test/install.
describe("cmgen init --docker", () => {
  it("writes a Dockerfile without mistakes", () => {
    expect(validate(read("Dockerfile"))).toEqual([]);
    expect(validate(read("Dockerfile").replace("USER node", "USER"))).not.toEqual([]);
  });

  it("writes a compose.yaml that waits for the database, keeps it, and has no secrets", () => {
    const { services, volumes } = parseYaml(read("compose.yaml")) as ComposeFile;
    const { database, plugin: service } = services;
    expect(service?.depends_on).toEqual({ database: { condition: "service_healthy" } });
    expect(database?.healthcheck?.test).toContain("pg_isready");
    expect(database?.volumes?.map((volume) => volume.split(":")[0])).toEqual(Object.keys(volumes));
    expect(service?.environment["CMGEN_DATABASE_URL"]).toBe(
      "postgresql://plugin:${POSTGRES_PASSWORD}@database:5432/plugin",
    );
    expect(service?.ports).toEqual(["127.0.0.1:8090:8090"]);
    const required = [...read("compose.yaml").matchAll(/\$\{(\w+):\?/g)].map((match) => match[1]);
    expect(read(".env.example").match(/^\w+(?==$)/gm)).toEqual(required);
    expect(read(".gitignore").split("\n")).toContain(".env");
  });

  it("adds the same files, and no others, to a plugin", async () => {
    const existing = join(folder, "Existing Plugin");
    mkdirSync(existing);
    writeFileSync(join(existing, "cmgen.config.ts"), "");
    writeFileSync(join(existing, "package.json"), '{ "name": "existing" }');
    const { code, out } = await runCmgen(["init", ".", "--force", "--docker"], { workingFolder: existing });
    expect(code).toBe(0);
    const added = [".dockerignore", ".env.example", "Dockerfile", "compose.yaml", "src"];
    expect(readdirSync(existing).toSorted()).toEqual([...added, "cmgen.config.ts", "package.json"].toSorted());
    expect(out).toContain("docker compose up --build");
    expect(out).toContain("add it to .gitignore");
    expect(out).not.toMatch(/cd \.|npm run/);
  });
});

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: unknown;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}
