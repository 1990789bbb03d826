import fc from "fast-check";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../../boundaries/repository.js";
import { peopleFolder } from "../../people/people-service.js";
import { createDatabase } from "../../postgres/create-database.js";
import { databases } from "../people-server.js";
import { FuzzedService } from "./fuzzed-service.js";
import { hostileMessages } from "./hostile-messages.js";
import { hostileRequest } from "./hostile-requests.js";

/** `npm run soak -- fuzz` asks for many more. */
const requests = Number(process.env["CMGEN_FUZZ_REQUESTS"] ?? 250);

/** One in so many says what no HTTP library would. */
const MESSAGES = 5;

/** Bytes that the service's process may hold, whatever it has been asked: ten times what it does. Of 20,000 requests, each may leave 100 kB. */
const MEMORY = 2 * 1024 ** 3;

const cmgen = join(repositoryRoot, "packages", "cli", "bin", "cmgen.js");

/** What `cmgen doctor` says of a people database, whatever that is. */
async function examine(url: string): Promise<string> {
  const args = [cmgen, "doctor", "--json", "--no-drift", "--database-url", url];
  const ended = promisify(execFile)(process.execPath, args, { cwd: peopleFolder });
  return (await ended.catch((failed: { readonly stdout: string }) => failed)).stdout;
}

/** `endOnFailure`: requests build on what others have stored, so that a smaller case would not be the same. */
const parameters = (share: number) => ({ numRuns: Math.ceil(requests * share), endOnFailure: true });

describe.each(databases)("hostile requests on %s", (database) => {
  let folder: string;
  let url: string;
  let service: FuzzedService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-fuzz-"));
    url = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    service = await FuzzedService.start(url);
  });
  afterAll(async () => {
    await service.kill();
    await rm(folder, { recursive: true });
  });

  const timeout = 60_000 + requests * 50;

  it("are answered in time and never with a 5xx, and a refusal changes nothing", { timeout }, async () => {
    const sent = fc.asyncProperty(hostileRequest, (request) => service.request(request));
    await fc.assert(sent, parameters(1 - 1 / MESSAGES));
  });

  it("that are hardly HTTP are answered as well, or not at all", { timeout }, async () => {
    const sent = fc.asyncProperty(hostileMessages, (bytes) => service.say(bytes));
    await fc.assert(sent, parameters(1 / MESSAGES));
    expect(service.requests).toBeGreaterThanOrEqual(requests);
  });

  it("leave a service of bounded memory that stops in order, and a database that the doctor finds clean", async () => {
    const memory = await service.memory();
    const answers = JSON.stringify(Object.fromEntries([...service.statuses].toSorted(([a], [b]) => a - b)));
    process.stdout.write(
      `${database}: ${service.requests} requests, ${Math.round(memory / 1024 / 1024)} MiB, answers ${answers}\n`,
    );
    expect(memory).toBeLessThan(MEMORY);
    await service.stop();
    expect(JSON.parse(await examine(url))).toMatchObject({ status: "clean", disagreements: [] });
  });
});
