import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import type { Finding } from "../../packages/cli/src/doctor/finding.js";
import { buildIndexes } from "../../packages/runtime/src/indexes/build-indexes.js";
import { indexValuesOf } from "../../packages/runtime/src/indexes/index-values.js";
import type { ExtensionObject, ModelDescriptor } from "../../packages/runtime/src/model/model-descriptor.js";
import type { ObjectRecord } from "../../packages/store/src/store.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel } from "./sample-model.js";

const table = sampleModel.table;
const copies = (index: string): string => `${table}___x_spec_${index}`;
const objects = 40;

/** An object with a value of every index, and the record a service would store of it. */
function record(number: number): ObjectRecord {
  const object: ExtensionObject = {
    apiVersion: "sample.example.com/v1",
    kind: "Sample",
    metadata: {
      name: `n${number}`,
      uid: `uid-of-n${number}`,
      version: 1,
      creationTimestamp: new Date(number * 1000).toISOString(),
      ...(number % 5 === 0 ? { deletionTimestamp: new Date(number * 2000).toISOString() } : {}),
      labels: { "a.example.com/parity": number % 2 === 0 ? "even" : "odd" },
    },
    spec: {
      code: `c${number}`,
      title: "Zoë \u{1f600}",
      size: -number,
      serial: number % 2 === 0 ? "9223372036854775807" : String(number),
      weight: number / 3,
      done: number % 2 === 0,
      due: "2030-01-31T12:00:00.000Z",
      tags: ["x", `t${number}`],
      marks: [1, number],
      ...(number % 3 === 0 ? {} : { keys: [`k${number}`] }),
    },
  };
  const { name, uid = "", creationTimestamp = "", deletionTimestamp, labels = {} } = object.metadata;
  return {
    name,
    uid,
    version: 1,
    createdAt: Date.parse(creationTimestamp),
    deletedAt: deletionTimestamp === undefined ? null : Date.parse(deletionTimestamp),
    data: Buffer.from(JSON.stringify(object)),
    indexValues: indexValuesOf(sampleModel, object),
    labels: new Map(Object.entries(labels)),
  };
}

describe.each(["sqlite file", "postgresql"] as const)("the doctor, %s", (engine) => {
  let filled: TestDatabase;
  let database: TestDatabase;

  beforeAll(async () => {
    filled = await openTestDatabase(engine, [sampleModel]);
    await buildIndexes(filled.store, [sampleModel]);
    await Promise.all(Array.from({ length: objects }, (_, number) => filled.store.create(sampleModel, record(number))));
    await filled.closeStores();
  });
  beforeEach(async () => {
    database = await openTestDatabase(engine, [sampleModel], { copyOf: filled.url });
  });

  afterEach(() => database.close());
  afterAll(() => filled.close());

  /** Does to the database what no service does. */
  async function tamper(...statements: readonly string[]): Promise<void> {
    if (engine === "postgresql") {
      const client = new pg.Client(database.url);
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
      return;
    }
    const file = new Database(database.url.slice("file:".length));
    file.pragma("foreign_keys = OFF");
    for (const statement of statements) file.exec(statement);
    file.close();
  }

  function bytes(text: string): string {
    const hex = Buffer.from(text).toString("hex");
    return engine === "postgresql" ? `'\\x${hex}'` : `x'${hex}'`;
  }

  async function examine(): Promise<readonly Finding[]> {
    const found: Finding[] = [];
    const examination = await examineDatabase(database.url, [sampleModel], (finding) => found.push(finding));
    expect(examination).toEqual({ objects, findings: found.length });
    return found;
  }

  it("finds nothing in what the store writes", async () => {
    expect(await examine()).toEqual([]);
  });

  it("finds objects that do not keep the schema, or the check, that their model has now", async () => {
    const sizeOf = (object: unknown): number => (object as { spec: { size: number } }).spec.size;
    const stricter: ModelDescriptor = {
      ...sampleModel,
      validate: (value) => {
        Object.assign((value as { spec: object }).spec, { filled: true });
        return sizeOf(value) > -38 ? [] : [{ path: "/spec/size", keyword: "minimum", message: "must be -37 or more" }];
      },
      check({ object, refuse }) {
        if (sizeOf(object) === -37) refuse("spec", "Nothing is 37.");
        JSON.parse(sizeOf(object) === -36 ? "{" : "true");
      },
    };
    const found: Finding[] = [];
    await examineDatabase(database.url, [stricter], (finding) => found.push(finding));
    const about = { code: "schema", resource: "samples.sample.example.com" };
    expect(found).toEqual([
      { ...about, object: "n36", pointer: "", message: expect.stringMatching(/^The check fails: SyntaxError/) },
      { ...about, object: "n37", pointer: "/spec", message: "Nothing is 37." },
      { ...about, object: "n38", pointer: "/spec/size", message: "The value must be -37 or more." },
      { ...about, object: "n39", pointer: "/spec/size", message: "The value must be -37 or more." },
    ]);
  });

  it.each<[string, string, Partial<Finding>]>([
    [
      "a text",
      `UPDATE ${table} SET x_spec_title = 'other' WHERE name = 'n7'`,
      { index: "spec.title", stored: '"other"' },
    ],
    [
      "a number that is missing",
      `UPDATE ${table} SET x_spec_size = NULL WHERE name = 'n7'`,
      { index: "spec.size", expected: "-7" },
    ],
    [
      "the last digit of 64 bits",
      `UPDATE ${table} SET x_spec_serial = 9223372036854775806 WHERE name = 'n8'`,
      { index: "spec.serial", object: "n8", expected: '"9223372036854775807"' },
    ],
    ["a boolean", `UPDATE ${table} SET x_spec_done = NOT x_spec_done WHERE name = 'n7'`, { index: "spec.done" }],
    [
      "a value gone",
      `DELETE FROM ${copies("tags")} WHERE value = 't7'`,
      { index: "spec.tags", stored: '"x"', expected: '["x","t7"]' },
    ],
    [
      "a value too many",
      `INSERT INTO ${copies("marks")} (object_id, value) SELECT id, 99 FROM ${table} WHERE name = 'n7'`,
      { index: "spec.marks", stored: "[1,7,99]", expected: "[1,7]" },
    ],
  ])("finds %s that differs", async (_what, statement, finding) => {
    await tamper(statement);
    expect(await examine()).toEqual([
      expect.objectContaining({ code: "index", resource: "samples.sample.example.com", object: "n7", ...finding }),
    ]);
  });

  it("finds labels and columns that differ", async () => {
    await tamper(
      `UPDATE ${sampleModel.labelTable} SET value = 'prime' WHERE object_id = (SELECT id FROM ${table} WHERE name = 'n7')`,
      `UPDATE ${table} SET version = 2 WHERE name = 'n8'`,
      `UPDATE ${table} SET deleted_at = NULL WHERE name = 'n10'`,
      `UPDATE ${table} SET data = ${bytes("{")} WHERE name = 'n11'`,
    );
    expect(await examine()).toMatchObject([
      { code: "label", object: "n7", stored: '"prime"', expected: '"odd"' },
      { code: "object", object: "n8", index: "metadata.version", stored: "2", expected: "1" },
      { code: "object", object: "n10", index: "metadata.deletionTimestamp", expected: "20000" },
      { code: "object", object: "n11", message: expect.stringContaining("no JSON") },
      { code: "change", object: "n11", message: expect.stringContaining("holds something else than the object") },
    ]);
  });

  it("finds values of objects that are not there", async () => {
    const keys = engine === "postgresql" ? [`SET session_replication_role = replica`] : [];
    const other = bytes(
      '{"metadata":{"name":"n7","uid":"uid-of-n7","version":1,"creationTimestamp":"1970-01-01T00:00:07.000Z"}}',
    );
    await tamper(
      ...keys,
      `DELETE FROM ${table} WHERE name = 'n7'`,
      `INSERT INTO ${table} (name, uid, version, created_at, data)
 VALUES ('n7', 'uid-of-n7', 1, 7000, ${other})`,
    );
    expect(await examine()).toMatchObject([
      ...["spec.tags", "spec.marks", "spec.keys", "metadata.labels"].map((index) => ({ code: "orphan", index })),
      { code: "change", object: "n7", message: expect.stringContaining("of another object of the name") },
      { code: "change", object: "n7", message: expect.stringContaining("No change of the log") },
    ]);
  });

  it("finds unique values that are there twice", async () => {
    await tamper(`DROP INDEX "${table}_x_spec_code_key"`, `UPDATE ${table} SET x_spec_code = 'c7' WHERE name = 'n8'`);
    expect(await examine()).toMatchObject([
      { code: "duplicate", index: "spec.code", stored: '"c7"', message: expect.stringContaining("n7 and n8") },
      { code: "index", index: "spec.code", object: "n8" },
    ]);
  });

  it("finds a counter that is behind, and indexes that are not what the models say", async () => {
    await tamper(
      "UPDATE cmgen_revision SET revision = 3",
      `UPDATE cmgen_indexes SET state = 'building' WHERE "index" = 'spec.title'`,
      `UPDATE cmgen_indexes SET fingerprint = 'old' WHERE "index" = 'spec.size'`,
      `UPDATE cmgen_indexes SET "index" = 'spec.gone' WHERE "index" = 'spec.tags'`,
      `UPDATE ${table} SET x_spec_title = 'not looked at'`,
    );
    expect(await examine()).toMatchObject([
      { code: "revision", stored: "3", expected: `at least ${objects}` },
      { code: "build", index: "spec.title", message: expect.stringContaining("not built to its end") },
      { code: "build", index: "spec.size", message: expect.stringContaining("another declaration") },
      { code: "build", index: "spec.tags", message: expect.stringContaining("never been built") },
      { code: "build", index: "spec.gone", message: expect.stringContaining("does not declare this index") },
    ]);
  });

  describe("the change log", () => {
    const none = (number: number): ObjectRecord => ({ ...record(number), name: `m${number}` });
    const version = (number: number, at: number): ObjectRecord => {
      const made = record(number);
      const text = Buffer.from(made.data).toString().replace('"version":1', `"version":${at}`);
      return { ...made, version: at, data: Buffer.from(text) };
    };

    beforeEach(async () => {
      // n1 is changed twice, n2 is deleted, n3 is deleted and made again.
      await database.store.replace(sampleModel, version(1, 2), 1);
      await database.store.replace(sampleModel, version(1, 3), 2);
      for (const name of ["n2", "n3"]) {
        const last = record(Number(name.slice(1))).data;
        await database.store.remove(sampleModel, { name, expectedVersion: 1, last });
      }
      const outcome = await database.store.create(sampleModel, { ...version(3, 2), deletedUpTo: objects + 4 });
      expect(outcome.refused).toBeUndefined();
    });

    /** What is found, in so many objects as there are after a tampering. */
    const found = async (): Promise<readonly string[]> => {
      const texts: string[] = [];
      await examineDatabase(database.url, [sampleModel], ({ code, object, message }) =>
        texts.push(`${code} ${object ?? ""} ${message.replace(/\d+ /, "")}`),
      );
      return texts;
    };
    const of = (name: string, type: string): string => `plural = 'samples' AND name = '${name}' AND type = '${type}'`;
    const gap = expect.stringMatching(/^revision {2}The change log lacks changes/);
    /** Takes the place of a change that is removed, so that no revision is missing. */
    const away = "plural = 'elsewhere'";

    it("agrees with what the store wrote, whole or trimmed", async () => {
      expect(await found()).toEqual([]);
      await tamper("DELETE FROM cmgen_changes WHERE revision <= 41");
      expect(await found()).toEqual([]);
      await tamper("DELETE FROM cmgen_changes");
      expect(await found()).toEqual([]);
    });

    it("agrees with a deletion that is a change as well, as when the last finalizer is taken", async () => {
      await database.store.remove(sampleModel, { name: "n4", expectedVersion: 1, last: version(4, 2).data });
      expect(await found()).toEqual([]);
    });

    it("is found to lack changes in the middle and at the end", async () => {
      await tamper("DELETE FROM cmgen_changes WHERE revision = 20");
      expect(await found()).toEqual([gap, expect.stringMatching(/^change n\d+ No change of the log/)]);
      await tamper("DELETE FROM cmgen_changes WHERE revision <= 20");
      expect(await found()).toEqual([]);
      await tamper("DELETE FROM cmgen_changes WHERE revision = (SELECT max(revision) FROM cmgen_changes)");
      expect(await found()).toEqual([gap, "change n3 The change deletes it, and it is there."]);
    });

    it.each<[string, string, readonly string[]]>([
      [
        "a change of an object that is missing",
        `UPDATE cmgen_changes SET ${away} WHERE revision = (SELECT min(revision) FROM cmgen_changes WHERE ${of("n1", "MODIFIED")})`,
        ["change n1 The change has version 3 after version 1."],
      ],
      [
        "the newest change of an object that is missing",
        `UPDATE cmgen_changes SET ${away} WHERE revision = (SELECT max(revision) FROM cmgen_changes WHERE ${of("n1", "MODIFIED")})`,
        ["change n1 The change is its last, and holds something else than the object."],
      ],
      [
        "a deletion that is missing",
        `UPDATE cmgen_changes SET ${away} WHERE ${of("n2", "DELETED")}`,
        ["change n2 The change is its last, and it is not there."],
      ],
      [
        "a change too many",
        `UPDATE cmgen_changes SET name = 'n1', type = 'DELETED' WHERE ${of("n2", "DELETED")}`,
        [
          "change n1 The change is of another object of the name.",
          "change n1 The change deletes it, and it is there.",
          "change n2 The change is its last, and it is not there.",
        ],
      ],
      [
        "a change of nothing that was ever there",
        `UPDATE cmgen_changes SET name = 'n99' WHERE ${of("n2", "DELETED")}`,
        [
          "change n2 The change is its last, and it is not there.",
          "change n99 The change is DELETED, but no earlier change of the object is logged.",
        ],
      ],
    ])("is found to have %s", async (_what, statement, expected) => {
      await tamper(statement);
      expect(await found()).toEqual(expected);
    });

    it("is found to know nothing of an object, and an object to be gone", async () => {
      const { name, uid, version: first, createdAt, data } = none(1);
      const made = Buffer.from(data).toString().replace('"n1"', `"${name}"`);
      await tamper(
        `DELETE FROM ${sampleModel.labelTable}`,
        ...["tags", "marks", "keys"].map((index) => `DELETE FROM ${copies(index)}`),
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} (name, uid, version, created_at, data)
 VALUES ('${name}', '${uid}', ${first}, ${createdAt}, ${bytes(made)})`,
      );
      const findings = (await found()).filter((text) => text.startsWith("change"));
      expect(findings).toContain(
        "change m1 No change of the log tells of the object, though the log has all changes there ever were.",
      );
      expect(findings.filter((text) => text.endsWith("is its last, and it is not there."))).toHaveLength(objects - 1);
    });
  });

  it("says which tables it was not told of", async () => {
    const found: Finding[] = [];
    expect(await examineDatabase(database.url, [], (finding) => found.push(finding))).toEqual({
      objects: 0,
      findings: 1,
    });
    expect(found).toEqual([expect.objectContaining({ code: "unexamined", message: expect.stringContaining(table) })]);
  });
});
