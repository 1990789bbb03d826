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
    expect(required).toEqual(["POSTGRES_PASSWORD"]);
    expect(read(".env.example").match(/^\w+(?==$)/gm)).toEqual([...required, "CMGEN_TOKEN"]);
    // Commands that the image of the service does not have.
    expect(services["cmgen"]?.environment["CMGEN_DATABASE_URL"]).toBe(service?.environment["CMGEN_DATABASE_URL"]);
    expect(services["cmgen"]).toMatchObject({ build: { target: "build" }, profiles: ["commands"] });
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

describe("cmgen init --docker in a plugin that was scaffolded without", () => {
  it("gives the server the options it needs in a container, and the image what was added to the console", async () => {
    const later = await scaffoldPlugin(folder, "later");
    const { code, out } = await runCmgen(["init", ".", "--force", "--docker"], { workingFolder: later });
    expect({ code, replaced: out.includes("update    src/server.ts") }).toEqual({ code: 0, replaced: true });
    for (const path of ["src/server.ts", "Dockerfile"])
      expect(readFileSync(join(later, path), "utf8")).toBe(read(path).replaceAll("shipped", "later"));
    expect(read("src/server.ts")).toContain("console: true");
    expect(read("Dockerfile")).toContain("cmgen build console");
  });

  it("leaves options that were changed as they are, and says what they need", async () => {
    const changed = await scaffoldPlugin(folder, "changed");
    const own = 'import { defineServer } from "@cmgen/runtime";\n\nexport default defineServer({ accessLog: true });\n';
    writeFileSync(join(changed, "src/server.ts"), own);
    const { code, out } = await runCmgen(["init", ".", "--force", "--docker"], { workingFolder: changed });
    expect(code).toBe(0);
    expect(out).toContain("src/server.ts needs an authorizer");
    expect(readFileSync(join(changed, "src/server.ts"), "utf8")).toBe(own);
  });

  it("leaves the options as they are where src/access.ts says who may call", async () => {
    const guarded = await scaffoldPlugin(folder, "guarded");
    const before = readFileSync(join(guarded, "src/server.ts"), "utf8");
    await runCmgen(["add", "access"], { workingFolder: guarded });
    const { code, out } = await runCmgen(["init", ".", "--force", "--docker"], { workingFolder: guarded });
    expect([code, out]).toEqual([0, expect.not.stringContaining("src/server.ts")]);
    expect(readFileSync(join(guarded, "src/server.ts"), "utf8")).toBe(before);
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
