import { mkdtemp, open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import type { Finding } from "../../packages/cli/src/doctor/finding.js";
import { startPeopleService } from "../people/people-service.js";
import { peoplePlugin } from "../server/people-server.js";

const people = "/apis/people.example.com/v1alpha1/people";
const models = peoplePlugin().resources.map(({ model }) => model);

/** Runs a command that can write no file of more than about 2 MB, as if the disk were full then. */
const onSmallDisk = ["sh", "-c", `trap '' XFSZ; ulimit -S -f 4000; exec "$0" "$@"`];

let folder = "";
let file = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cmgen-disk-"));
  file = join(folder, "people.db");
});
afterEach(() => rm(folder, { recursive: true }));

const create = (url: string, name: string): Promise<Response> =>
  fetch(`${url}${people}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ metadata: { name, annotations: { "a.b/c": "x".repeat(5000) } }, spec: { name } }),
  });

const findings = async (): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  await examineDatabase(`file:${file}`, models, (finding) => found.push(finding));
  return found;
};

const start = (databaseUrl = `file:${file}`): Promise<RunningServer> => {
  const plugin = peoplePlugin();
  return startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
};

/** Makes a database with so many people in it. */
async function fill(count: number): Promise<void> {
  const server = await start();
  await server.started;
  for (let number = 0; number < count; number += 1) {
    expect((await create(server.url, `p${number}`)).status).toBe(201);
  }
  await server.close();
}

describe.skipIf(process.platform === "win32")("a service whose disk is full", () => {
  it("refuses writes, says why in its log, reads on, and keeps what it acknowledged", { timeout: 60_000 }, async () => {
    const service = await startPeopleService({ CMGEN_DATABASE_URL: `file:${file}` }, onSmallDisk);
    const acknowledged: string[] = [];
    let refused = 0;
    for (let round = 0; refused < 12; round += 1) {
      const names = [0, 1, 2, 3].map((place) => `p${round}-${place}`);
      const answers = await Promise.all(names.map((name) => create(service.url, name)));
      for (const [place, { status }] of answers.entries()) {
        if (status === 201) acknowledged.push(names[place] ?? "");
        else expect(status).toBe(503);
      }
      refused += answers.filter(({ status }) => status !== 201).length;
    }
    expect(acknowledged.length).toBeGreaterThan(20);
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
    // What is found out about the disk stays so, whether or not anybody writes.
    for (let look = 0; look < 12; look += 1) {
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
      await delay(150);
    }
    expect((await create(service.url, "still")).status).toBe(503);
    expect(service.output()).toMatch(/SQLITE_(FULL|IOERR_WRITE)/);
    expect((await fetch(`${service.url}${people}/${acknowledged.at(-1)}`)).status).toBe(200);
    await service.kill();

    expect(await findings()).toEqual([]);
    const roomy = await startPeopleService({ CMGEN_DATABASE_URL: `file:${file}` });
    for (const name of acknowledged) expect((await fetch(`${roomy.url}${people}/${name}`)).status, name).toBe(200);
    expect((await create(roomy.url, "after")).status).toBe(201);
    expect(await roomy.stop()).toBe(0);
  });
});

describe("a database file", () => {
  it.each<[string, () => Promise<string>, RegExp]>([
    ["that is none", () => writeFile(file, "This is a text. ".repeat(512)).then(() => file), /file is not a database/],
    ["that is a folder", async () => folder, /unable to open database file|directory/],
    ["below a file", () => writeFile(file, "").then(() => join(file, "people.db")), /ENOTDIR|EEXIST/],
  ])("%s is refused at start, and left as it is", async (_what, make, message) => {
    const path = await make();
    await expect(start(`file:${path}`)).rejects.toThrow(message);
    await expect(start(`file:${path}`)).rejects.toThrow(/^The database cannot be opened: /);
  });

  it("that is damaged is found to be, and whatever of it can be read is served", async () => {
    await fill(200);
    await damage(file);
    const found = await findings();
    expect(found.map(({ code }) => code)).toContain("damage");
    expect(found.length).toBeLessThan(1000);
    const server = await start();
    try {
      await server.started;
      const statuses = new Set<number>();
      for (let number = 0; number < 200; number += 1) {
        statuses.add((await fetch(`${server.url}${people}/p${number}`)).status);
      }
      expect([...statuses].toSorted()).toEqual([200, 500]);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    } finally {
      await server.close();
    }
  });
});

/** Overwrites a stretch in the middle of a file. */
async function damage(path: string): Promise<void> {
  const { size } = await stat(path);
  const handle = await open(path, "r+");
  const middle = Math.floor(size / 2 / 4096) * 4096;
  await handle.write(Buffer.alloc(16 * 4096, 0x5a), 0, 16 * 4096, middle);
  await handle.close();
}
