import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const entry = fileURLToPath(new URL("../../examples/people/dist/generated/server.js", import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs the people service as a process; `signals` are sent one after another once it listens. */
async function run(
  environment: Readonly<Record<string, string>>,
  ...signals: readonly NodeJS.Signals[]
): Promise<Ended> {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, PORT: "0", CMGEN_DATABASE_URL: ":memory:", ...environment },
  });
  let out = "";
  let error = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const listened = out.includes("Try:");
    out += chunk.toString();
    if (!listened && out.includes("Try:")) for (const signal of signals) child.kill(signal);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    error += chunk.toString();
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, error };
}

describe("the service as a process", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-process-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(["SIGTERM", "SIGINT"] as const)("says where it is, and ends with 0 on %s", async (signal) => {
    const { code, out } = await run({}, signal);
    expect(out).toMatch(
      /^Listening on (http:\/\/127\.0\.0\.1:\d+)\n {2}\1\/apis\/people\.example\.com\/v1alpha1\/people\n/,
    );
    expect(out).toMatch(/\nTry: curl 'http/);
    expect(code).toBe(0);
  });

  it("says in one line that its port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { code, error } = await run({ PORT: String(port) });
    other.close();
    expect([code, linesOf(error)]).toEqual([
      1,
      [`Port ${port} of 127.0.0.1 is in use. Stop what listens there, or set PORT to another.`],
    ]);
  });

  it.each<[Record<string, string>, RegExp]>([
    [
      { HOST: "0.0.0.0" },
      /^Without an authorizer the server listens on loopback only, not on 0\.0\.0\.0\. Give runServer an authorizer/,
    ],
    [{ PORT: "http" }, /^PORT must be a whole number/],
    [{ CMGEN_DATABASE_URL: "mysql://localhost/x" }, /^The database cannot be opened: .*mysql/],
    [{ CMGEN_DATABASE_URL: "postgresql://127.0.0.1:1/x" }, /^The database cannot be opened: .*ECONNREFUSED/],
    [{ CMGEN_MIGRATE: "false" }, /^The database is not up to date: \d+_init is due\./],
  ])("says in one line what is wrong with %j", async (environment, line) => {
    const { code, error } = await run(environment);
    expect([code, linesOf(error)]).toEqual([1, [expect.stringMatching(line)]]);
  });

  it("starts without migrating a database that is up to date", async () => {
    const database = { CMGEN_DATABASE_URL: `file:${join(folder, "people.db")}` };
    expect((await run(database, "SIGTERM")).code).toBe(0);
    expect((await run({ ...database, CMGEN_MIGRATE: "false" }, "SIGTERM")).code).toBe(0);
  });
});

/** What is written to standard error besides the log. */
function linesOf(error: string): readonly string[] {
  return error.split("\n").filter((line) => line !== "" && !/^\d{4}-\d\d-\d\dT\S+ (info|warn) /.test(line));
}
