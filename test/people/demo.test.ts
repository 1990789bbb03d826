import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { peopleFolder, startPeopleService, type PeopleService } from "./people-service.js";

const run = promisify(execFile);
let service: PeopleService;

beforeAll(async () => {
  service = await startPeopleService();
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

/** What the demo prints; versions depend on what controllers and earlier runs did before. */
const transcript = `
People in the service
  ann   v#  Ann Archer, 42
  bob   v#  Bob Baker, 17
  cleo  v#  Cleo Carter, 30

Created
  dora  v#  Dora Drew, 25

Updated, a year later
  dora  v#  Dora Drew, 26

Stale update
  refused: 409 Conflict, the version is # now

Of age, the oldest first
  ann   v#  Ann Archer, 42
  cleo  v#  Cleo Carter, 30
  dora  v#  Dora Drew, 26

Team red
  ann   v#  Ann Archer, 42
  cleo  v#  Cleo Carter, 30
  dora  v#  Dora Drew, 26

3 people, as before.
`;

it("prints its transcript, and the same when it is run again", async () => {
  for (const _ of [1, 2]) {
    const { stdout } = await run(process.execPath, [join(peopleFolder, "dist", "demo", "demo.js"), service.url]);
    expect(
      stdout.replaceAll(/^( {2}\w+ +)v\d+/gm, "$1v#").replace(/the version is \d+ now/, "the version is # now"),
    ).toBe(transcript);
  }
});

it("says what is wrong where there is no service", async () => {
  const nowhere = run(process.execPath, [join(peopleFolder, "dist", "demo", "demo.js"), "http://127.0.0.1:1"]);
  await expect(nowhere).rejects.toMatchObject({ code: 1 });
});
