import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryPlugin } from "../../references/references-server.js";
import { databases } from "../../server/people-server.js";
import { runCmgen, type CommandOutcome } from "../run-cmgen.js";
import { copiedSources } from "./copied-plugin.js";
import { fill, newDatabase, startOn } from "./copied-service.js";
import { importKilled } from "./killed-import.js";
import { storedRows } from "./stored-rows.js";

/** Of one kind; `npm run soak -- copies` copies ten times as many. Those that refer to each other are half as many again. */
const things = Number(process.env["CMGEN_COPIED_THINGS"] ?? 7000);
const minutes = 60_000;

let plugin: Awaited<ReturnType<typeof temporaryPlugin>>;
let folder: string;
beforeAll(async () => {
  vi.stubEnv("CMGEN_DATABASE_URL", "");
  vi.stubEnv("PORT", "0");
  plugin = await temporaryPlugin(copiedSources);
});
afterAll(() => {
  vi.unstubAllEnvs();
  plugin.dispose();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-many-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const cmgen = (...args: readonly string[]): Promise<CommandOutcome> => runCmgen(args, { workingFolder: plugin.folder });

describe.each(databases)("a large database on %s", (from) => {
  let source: string;
  let files: string;
  beforeAll(async () => {
    files = mkdtempSync(join(tmpdir(), "cmgen-many-"));
    source = await newDatabase(from, files);
    await fill(plugin, source, things);
  }, 20 * minutes);
  afterAll(() => rmSync(files, { recursive: true }));

  test.each(databases)(
    "is the same on %s, though its import is killed several times",
    async (to) => {
      const [copy, again] = [join(folder, "all.copy"), join(folder, "again.copy")];
      expect(await cmgen("export", "--as-is", "-o", copy, "--database-url", source)).toMatchObject({
        code: 0,
        error: "",
      });
      const url = await newDatabase(to, folder);
      expect(await cmgen("migrate", "deploy", "--database-url", url)).toMatchObject({ code: 0 });
      const lines = [0.01, 0.3, 0.5, 0.8].map((part) => Math.ceil(part * 2 * things));
      const { code, error, stoppedAt } = await importKilled({
        workingFolder: plugin.folder,
        args: [copy],
        databaseUrl: url,
        lines,
      });
      expect([code, error]).toEqual([0, expect.stringMatching(/^Going on after line \d+ of .*\n$/)]);
      expect(stoppedAt).toEqual(stoppedAt.toSorted((one, other) => one - other));
      expect(stoppedAt.every((line, at) => line >= (lines[at] ?? 0))).toBe(true);

      const [before, after] = [await storedRows(source), await storedRows(url)];
      expect([...after.keys()]).toEqual([...before.keys()]);
      // A difference of a hundred thousand rows would be printed for minutes.
      const different = [...before].flatMap(([table, rows]) => {
        const found = new Set(after.get(table));
        return rows.filter((row) => !found.has(row)).slice(0, 3);
      });
      expect(different).toEqual([]);
      expect([...after].map(([table, rows]) => [table, rows.length])).toEqual(
        [...before].map(([table, rows]) => [table, rows.length]),
      );
      expect(await cmgen("export", "--as-is", "-o", again, "--database-url", url)).toMatchObject({ code: 0 });
      expect((await bodyOf(again)).equals(await bodyOf(copy))).toBe(true);
      await (await startOn(plugin, url)).close();
      const doctor = await cmgen("doctor", "--no-drift", "--database-url", url);
      expect([doctor.code, doctor.out]).toEqual([0, expect.stringContaining("agrees with itself")]);
    },
    20 * minutes,
  );
});

/** All but the first line, which says when the copy was made of what. */
async function bodyOf(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  return bytes.subarray(bytes.indexOf(10) + 1);
}
