import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "./people-server.js";
import { ServiceProcess } from "./service-process.js";

const script = fileURLToPath(new URL("manifests-process.mjs", import.meta.url));
const PEOPLE = 12;
/** The exit code of a process that a signal has ended. */
const KILLED = null;

interface Person {
  readonly metadata: { readonly name: string; readonly version: number };
  readonly spec: { readonly age: number; readonly tags?: readonly string[] };
}

describe.each(databases)("a service on %s that is killed while it loads manifests", (database) => {
  let folder = "";
  let databaseUrl = "";
  let running: ServiceProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-manifests-"));
    await mkdir(join(folder, "extensions"));
    databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
  });
  afterEach(async () => {
    await running?.end("SIGKILL");
    await rm(folder, { recursive: true });
  });

  /** Writes the manifests of people who are of that age. */
  const write = async (age: number): Promise<void> => {
    const documents = Array.from({ length: PEOPLE }, (_, at) =>
      JSON.stringify({
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name: `p${at}` },
        spec: { name: `P ${at}`, age },
      }),
    );
    await writeFile(join(folder, "extensions", "people.yaml"), documents.join("\n---\n"));
  };
  const start = (killedAt: number | "never"): ServiceProcess => {
    running = new ServiceProcess([script, databaseUrl, folder, "merge", String(killedAt)]);
    return running;
  };
  const collection = async (service: ServiceProcess): Promise<string> =>
    `${await service.url()}/apis/people.example.com/v1alpha1/people`;
  const people = async (service: ServiceProcess): Promise<readonly Person[]> => {
    const response = await fetch(await collection(service));
    const { items } = (await response.json()) as { readonly items: readonly Person[] };
    return items.toSorted((one, other) =>
      one.metadata.name.localeCompare(other.metadata.name, "en", { numeric: true }),
    );
  };
  const agesAndVersions = async (service: ServiceProcess): Promise<readonly (readonly number[])[]> =>
    (await people(service)).map(({ metadata, spec }) => [spec.age, metadata.version]);

  it("goes on where it was at the next start, and does nothing twice", { timeout: 240_000 }, async () => {
    await write(1);
    expect((await start(5).ended).code).toBe(KILLED);
    const first = start("never");
    expect(await agesAndVersions(first)).toEqual(Array.from({ length: PEOPLE }, () => [1, 1]));
    const headers = { "content-type": "application/merge-patch+json" };
    const body = JSON.stringify({ spec: { tags: ["mine"] } });
    expect((await fetch(`${await collection(first)}/p7`, { method: "PATCH", headers, body })).status).toBe(200);
    await first.end("SIGTERM");
    await write(2);
    expect((await start(6).ended).code).toBe(KILLED);
    const second = start("never");
    const changed = Array.from({ length: PEOPLE }, (_, at) => [2, at === 7 ? 3 : 2]);
    expect(await agesAndVersions(second)).toEqual(changed);
    expect((await people(second))[7]?.spec.tags).toEqual(["mine"]);
  });
});
