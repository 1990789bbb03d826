import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ConfigurationError, startServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { plugin as people } from "../../examples/people/src/generated/plugin.js";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "./people-server.js";
import { ServiceProcess, type EndedProcess } from "./service-process.js";

const entry = fileURLToPath(new URL("../../examples/people/dist/generated/server.js", import.meta.url));
const several = fileURLToPath(new URL("several-plugins-process.mjs", import.meta.url));

function startPeople(environment: Readonly<Record<string, string>> = {}): ServiceProcess {
  return new ServiceProcess([entry], { CMGEN_DATABASE_URL: ":memory:", ...environment });
}

/** Runs the people service; `signals` are sent one after another once it listens. */
async function run(
  environment: Readonly<Record<string, string>>,
  ...signals: readonly NodeJS.Signals[]
): Promise<EndedProcess> {
  const service = startPeople(environment);
  if (signals.length > 0) await service.url();
  for (const signal of signals) service.child.kill(signal);
  return service.ended;
}

/** Why the service does not start in this process; by itself, a process ends with it, as with the port in use. */
async function refusal(environment: Readonly<Record<string, string>>): Promise<unknown> {
  const all = { CMGEN_DATABASE_URL: ":memory:", PORT: "0", LOG_LEVEL: "error", ...environment };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  try {
    const server = await startServer({ plugins: [people], root: people.root });
    await server.close();
    return "It started.";
  } catch (error) {
    return error;
  } finally {
    vi.unstubAllEnvs();
  }
}

describe("the service as a process", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-process-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(["SIGTERM", "SIGINT"] as const)(
    "logs where it is and that it stops, and ends with 0 on %s",
    async (signal) => {
      const { code, log, error } = await run({}, signal);
      const url = log.find(({ msg }) => msg === "listening")?.["url"];
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(log).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            level: "info",
            msg: "listening",
            resources: [`${String(url)}/apis/people.example.com/v1alpha1/people`],
            docs: `${String(url)}/docs`,
          }),
          expect.objectContaining({ msg: "stopping", signal }),
        ]),
      );
      // The last line is not lost, though the process exits right after it.
      expect(log.at(-1)).toMatchObject({ msg: "stopped", ms: expect.any(Number) });
      expect([code, error]).toEqual([0, ""]);
    },
  );

  it("takes a signal that a package manager hands on again for the same Ctrl-C", async () => {
    // Two of one kind may come as one.
    expect(await run({}, "SIGINT", "SIGTERM")).toMatchObject({ code: 0, error: "" });
  });

  it("does not wait for a request at a second signal", async () => {
    const service = startPeople();
    const { port } = new URL(await service.url());
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("POST /apis/people.example.com/v1alpha1/people HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    socket.write("Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
    await sleep(200);
    service.child.kill("SIGINT");
    await expect.poll(() => service.logged("stopping")).toHaveLength(1);
    // A signal of the first second is taken for the same one. Without one that counts, it would end in order, by 0.
    const signalled = (): number | null => {
      service.child.kill("SIGTERM");
      return service.child.exitCode;
    };
    await expect.poll(signalled, { interval: 100 }).not.toBeNull();
    expect((await service.ended).code).toBe(1);
    socket.destroy();
  });

  it("says in one line that its port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, error } = await run({ PORT: String(port) });
    other.close();
    expect([code, error]).toEqual([
      1,
      `Port ${port} of 127.0.0.1 is in use. Stop what listens there, or set PORT to another.\n`,
    ]);
  });

  it.each<[Record<string, string>, RegExp]>([
    [
      { HOST: "0.0.0.0" },
      /^Without access or an authorizer the server listens on loopback only, not on 0\.0\.0\.0\. Define who may do what in src\/access\.ts/,
    ],
    [{ PORT: "http" }, /^PORT must be a whole number/],
    [
      { LOG_LEVEL: "verbose" },
      /^LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "verbose"\.$/,
    ],
    [{ CMGEN_ACCESS_LOG: "yes" }, /^CMGEN_ACCESS_LOG must be true or false/],
    [{ CMGEN_CORS_ORIGINS: "https://a.example/x" }, /^CMGEN_CORS_ORIGINS: .* Write https:\/\/a\.example\.$/],
    [
      { CMGEN_DATABASE_URL: "file:/cmgen-none/people.db" },
      /^The database cannot be opened: the folder \/cmgen-none does not exist; create it, or correct the path\.$/,
    ],
    [{ CMGEN_DATABASE_URL: "mysql://localhost/x" }, /^The database cannot be opened: .*mysql/],
    [{ CMGEN_DATABASE_URL: "postgresql://127.0.0.1:1/x" }, /^The database cannot be opened: .*ECONNREFUSED/],
    [
      { CMGEN_MIGRATE: "false" },
      /^The database is not up to date: \d+_init(?:, \d+_\w+)+ have not been applied\. Apply them with /,
    ],
  ])("says in one line what is wrong with %j", async (environment, line) => {
    const error = await refusal(environment);
    // Of another error, a process prints the stack.
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message.split("\n")).toEqual([expect.stringMatching(line)]);
  });

  it("starts without migrating a database that is up to date", async () => {
    const database = { CMGEN_DATABASE_URL: `file:${join(folder, "people.db")}` };
    expect((await run(database, "SIGTERM")).code).toBe(0);
    expect((await run({ ...database, CMGEN_MIGRATE: "false" }, "SIGTERM")).code).toBe(0);
  });

  it("writes nothing at the level silent", async () => {
    const port = await freePort();
    const service = startPeople({ LOG_LEVEL: "silent", PORT: String(port), CMGEN_ACCESS_LOG: "true" });
    await expect.poll(() => isReady(`http://127.0.0.1:${port}`), { timeout: 20_000 }).toBe(true);
    expect(await service.end("SIGTERM")).toEqual({ code: 0, log: [], error: "" });
  });

  it("goes on when nobody reads its log any more", async () => {
    const service = startPeople({ CMGEN_ACCESS_LOG: "true" });
    const url = await service.url();
    service.child.stdout.destroy();
    for (let request = 0; request < 5; request += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await service.end("SIGTERM")).toMatchObject({ code: 0, error: "" });
  });

  it("audits to standard output, between the lines of its log", async () => {
    const service = startPeople({ CMGEN_AUDIT: "stdout" });
    await service.url();
    const audited = (): readonly unknown[] =>
      service.log.flatMap(({ revision, name }) => (revision === undefined ? [] : [name]));
    await expect.poll(audited, { timeout: 20_000 }).toEqual(expect.arrayContaining(["ann", "bob", "cleo"]));
    expect((await service.end("SIGTERM")).code).toBe(0);
    const gone = startPeople({ CMGEN_AUDIT: "stdout" });
    const url = await gone.url();
    await expect.poll(() => isReady(url), { timeout: 20_000 }).toBe(true);
    gone.child.stdout.destroy();
    for (let request = 0; request < 5; request += 1)
      expect((await fetch(`${url}/apis/people.example.com/v1alpha1/people/nobody`, { method: "DELETE" })).status).toBe(
        404,
      );
    expect(await gone.end("SIGTERM")).toMatchObject({ code: 0, error: "" });
  });

  it.each(databases)("of several plugins and controllers on %s writes nothing but its log", async (database) => {
    const databaseUrl = database === "sqlite" ? ":memory:" : await createDatabase();
    const service = new ServiceProcess([several, databaseUrl]);
    const url = await service.url();
    // Each of the three objects of manifests, by each of the two controllers of three plugins.
    const seen = (): unknown =>
      new Set(service.logged("seen").map(({ plugin, controller, person }) => `${plugin} ${controller} ${person}`)).size;
    await expect.poll(seen, { timeout: 20_000 }).toBe(18);
    expect(await isReady(url)).toBe(true);
    const { code, log, error } = await service.end("SIGTERM");
    expect([code, error]).toEqual([0, ""]);
    expect(log.filter(({ level }) => level !== "info")).toEqual([]);
    expect(log.at(-1)).toMatchObject({ msg: "stopped" });
  });
});

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  return response?.ok === true;
}
