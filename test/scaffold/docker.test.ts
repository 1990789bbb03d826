import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { validate } from "dockerfile-utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseYaml } from "../../packages/runtime/src/document/parse-yaml.js";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { runCmgen } from "../cli/run-cmgen.js";
import { buildImage, type DockerStage } from "./docker-image.js";
import { installForProduction } from "./production-install.js";
import { linkPackages, scaffoldPlugin } from "./scaffolded-plugin.js";

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "cmgen-docker-"));
let plugin: string;

beforeAll(async () => {
  plugin = await scaffoldPlugin(folder, "shipped", "--docker");
});

afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string): string => readFileSync(join(plugin, path), "utf8");

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

describe("the image", () => {
  let image: DockerStage;
  let service: ChildProcess | undefined;
  let output = "";

  beforeAll(async () => {
    expect(await runCmgen(["generate"], { workingFolder: plugin })).toMatchObject({ code: 0 });
    writeFileSync(join(plugin, "package-lock.json"), "{}");
    writeFileSync(join(plugin, ".env"), "CMGEN_TOKEN=secret\n");
    const install = (stage: string, options: readonly string[]): void =>
      options.includes("--omit=dev") ? installForProduction(stage) : linkPackages(stage);
    mkdirSync(join(folder, "stages"));
    image = await buildImage({ context: plugin, target: join(folder, "stages"), install });
  });

  afterAll(async () => {
    if (service === undefined || service.exitCode !== null) return;
    const ended = once(service, "exit");
    service.kill("SIGKILL");
    await ended;
  });

  /** Runs the image's command on loopback, the only address that a test may listen on, unless told otherwise. */
  async function start(
    environment: Readonly<Record<string, string>>,
  ): Promise<{ readonly child: ChildProcess; readonly url: string }> {
    const port = await freePort();
    const env = {
      PATH: process.env["PATH"] ?? "",
      ...image.environment,
      HOST: "127.0.0.1",
      PORT: String(port),
      ...environment,
    };
    const [, ...args] = image.command;
    service = spawn(process.execPath, args, { cwd: image.folder, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [service.stdout, service.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    return { child: service, url: `http://127.0.0.1:${port}` };
  }

  it("has what the service needs, and nothing else", () => {
    const files = readdirSync(image.folder).toSorted();
    expect(files).toEqual([".data", "dist", "extensions", "node_modules", "openapi.json", "package.json", "prisma"]);
    const unwanted = ["cmgen", "typescript", "vitest", "@cmgen/generator"];
    expect(unwanted.filter((name) => existsSync(join(image.folder, "node_modules", name)))).toEqual([]);
    expect(image.user).toBe("node");
    expect(existsSync(join(folder, "stages", "build", "app", ".env"))).toBe(false);
  });

  it("serves those who have the token", async () => {
    const { child, url } = await start({ CMGEN_TOKEN: "secret" });
    const readiness = async () => (child.exitCode === null ? status(`${url}/readyz`) : output);
    await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
    const tasks = `${url}/apis/shipped.example.com/v1alpha1/tasks`;
    expect(await status(tasks)).toBe(401);
    expect(await status(tasks, "Bearer wrong")).toBe(401);
    expect(await status(tasks, "Bearer secret")).toBe(200);

    const [, ...check] = image.healthCheck;
    const env = { ...process.env, PORT: new URL(url).port };
    await expect(execute(process.execPath, check, { env })).resolves.toMatchObject({ stderr: "" });

    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    await expect(execute(process.execPath, check, { env })).rejects.toMatchObject({ code: 1 });
  });

  it("refuses to start without a token", async () => {
    const { child } = await start({ HOST: image.environment["HOST"] ?? "" });
    expect(await once(child, "close")).toEqual([1, null]);
    expect(output).toContain("Without an authorizer the server listens on loopback only");
  });
});

async function status(url: string, authorization?: string): Promise<number | undefined> {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await fetch(url, { headers }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status;
}

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
