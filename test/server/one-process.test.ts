import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { runCmgen } from "../cli/run-cmgen.js";
import { peopleFolder } from "../people/people-service.js";
import { collection } from "./rule.js";
import { ServiceProcess } from "./service-process.js";

const script = fileURLToPath(new URL("file-process.mjs", import.meta.url));

/** Why a service does not start on a file that process `id` has. */
const refusal = (id: number | undefined): RegExp =>
  new RegExp(
    `^The database cannot be opened: people\\.db belongs to one process at a time, and process ${id} on ${hostname()} has had it since \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\\. Stop that process first`,
  );

describe("an SQLite file belongs to one process", () => {
  let folder = "";
  let file = "";
  let processes: ServiceProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-one-process-"));
    file = join(folder, "people.db");
  });
  afterEach(async () => {
    await Promise.all(processes.map((each) => each.end("SIGKILL")));
    processes = [];
    await rm(folder, { recursive: true });
  });

  const start = (environment: Readonly<Record<string, string>> = {}): ServiceProcess => {
    const started = new ServiceProcess([script, `file:${file}`], environment);
    processes.push(started);
    return started;
  };
  const create = async (url: string, name: string): Promise<number> => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ metadata: { name }, spec: { name } });
    return (await fetch(`${url}${collection}`, { method: "POST", headers, body })).status;
  };
  const ready = async (url: string): Promise<void> => {
    await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status)).toBe(200);
  };
  const statusOf = (url: string): Promise<number> => fetch(url).then(({ status }) => status);
  /** A plugin's folder whose migrations are those of the people, and one more. */
  const laterPlugin = async (): Promise<string> => {
    const root = join(folder, "plugin");
    await cp(join(peopleFolder, "prisma"), join(root, "prisma"), { recursive: true });
    writeFileSync(join(root, "package.json"), '{ "name": "@example/people" }');
    const later = join(root, "prisma", "migrations", "20990101000000_later");
    mkdirSync(later);
    writeFileSync(join(later, "migration.sql"), 'CREATE TABLE "later" ("id" INTEGER);');
    return root;
  };
  const migrate = async (action: "deploy" | "status"): Promise<readonly [code: number, printed: string]> => {
    const root = join(folder, "plugin");
    const workingFolder = existsSync(root) ? root : await laterPlugin();
    const { code, out, error } = await runCmgen(["migrate", action, "--database-url", `file:${file}`], {
      workingFolder,
    });
    return [code, out + error];
  };

  it("a second one waits, says so, and is refused with the name of the first", async () => {
    const first = start();
    const url = await first.url();
    const port = await freePort();
    const second = start({ PORT: String(port) });
    const readiness = `http://127.0.0.1:${port}/readyz`;
    await expect
      .poll(() =>
        fetch(readiness)
          .then((answer) => answer.json())
          .catch(() => ({})),
      )
      .toMatchObject({
        status: 503,
        detail: expect.stringMatching(/^Another process has the database file\./),
      });
    expect(await statusOf(`http://127.0.0.1:${port}/healthz`)).toBe(200);
    expect(await statusOf(`http://127.0.0.1:${port}${collection}`)).toBe(503);
    const { code, error, log } = await second.ended;
    expect([code, error]).toEqual([1, expect.stringMatching(refusal(first.child.pid))]);
    expect(log).toMatchObject([{ processId: first.child.pid, host: hostname() }]);
    expect(await create(url, "ann")).toBe(201);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("a second one goes on when the first ends by %s", async (signal) => {
    const first = start();
    const before = await first.url();
    await ready(before);
    expect(await create(before, "ann")).toBe(201);
    const second = start();
    await expect.poll(() => second.log.length).toBe(1);
    await first.end(signal);
    const url = await second.url();
    await ready(url);
    expect(await statusOf(`${url}${collection}/ann`)).toBe(200);
  });

  it("one that is stopped keeps it", { timeout: 90_000 }, async () => {
    const first = start();
    const url = await first.url();
    first.child.kill("SIGSTOP");
    const second = start();
    const { code, error } = await second.ended;
    expect([code, error]).toEqual([1, expect.stringMatching(refusal(first.child.pid))]);
    // It gets the connection, and never an answer.
    expect(await migrate("deploy")).toEqual([4, expect.stringContaining("does not answer; is it stopped?")]);
    first.child.kill("SIGCONT");
    await ready(url);
    expect(await create(url, "ann")).toBe(201);
  });

  it.each([
    ["beside the file", ""],
    ["elsewhere, where the file's path is too long", "x".repeat(100)],
  ])("a service applies the migrations of a command, by a socket %s", async (_, part) => {
    file = join(folder, part, "people.db");
    mkdirSync(dirname(file), { recursive: true });
    const url = await start().url();
    await ready(url);
    expect(await migrate("status")).toEqual([1, expect.stringContaining("pending  20990101000000_later")]);
    expect(await migrate("deploy")).toEqual([0, expect.stringContaining("applied  20990101000000_later")]);
    expect(await migrate("deploy")).toEqual([0, expect.stringContaining("is up to date")]);
    expect(await migrate("status")).toEqual([0, expect.stringContaining("applied  20990101000000_later")]);
    expect(await create(url, "ann")).toBe(201);
    const { socket } = JSON.parse(readFileSync(`${file}-owner`, "utf8")) as { readonly socket: string };
    expect(dirname(socket) === dirname(file)).toBe(part === "");
    for (const path of [socket, `${file}-owner`]) expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
    await processes[0]?.end("SIGTERM");
    for (const path of [socket, `${file}-owner`]) expect(existsSync(path)).toBe(false);
  });

  it("a migration that fails is told to the command, and the service goes on", async () => {
    const url = await start().url();
    await ready(url);
    const root = await laterPlugin();
    writeFileSync(join(root, "prisma", "migrations", "20990101000000_later", "migration.sql"), "CREATE TABLE;");
    expect(await migrate("deploy")).toEqual([
      4,
      expect.stringMatching(/Migration 20990101000000_later: line 1 of migration\.sql: incomplete input/),
    ]);
    expect(await create(url, "ann")).toBe(201);
  });

  it("a socket that a killed process left behind is in nobody's way", async () => {
    const first = start();
    await ready(await first.url());
    await first.end("SIGKILL");
    expect(existsSync(`${file}-socket`)).toBe(true);
    expect(await migrate("deploy")).toEqual([0, expect.stringContaining("applied  20990101000000_later")]);
    const url = await start().url();
    await ready(url);
  });

  it("a caller at the socket who does not know its key is refused", async () => {
    await start().url();
    const socket = connect(`${file}-socket`).setEncoding("utf8");
    socket.write('{"key":"x","name":"migrate","input":[]}\n');
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    expect(JSON.parse(answer)).toEqual({ error: { name: "Error", message: expect.stringContaining("key") } });
  });

  it("has one lock, by whatever path it is opened", async () => {
    const first = start();
    await first.url();
    symlinkSync(file, join(folder, "link.db"));
    file = join(folder, "link.db");
    const { code, error } = await start().ended;
    expect([code, error]).toEqual([1, expect.stringContaining(`process ${first.child.pid} on `)]);
  });
});
