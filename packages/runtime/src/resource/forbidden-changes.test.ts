import { expect, test } from "vitest";
import { forbiddenChanges, type WrittenPart } from "./forbidden-changes.js";
import type { StoredObject } from "./stored-object.js";

const before: StoredObject = {
  apiVersion: "a/v1",
  kind: "A",
  metadata: { name: "a", uid: "u", creationTimestamp: "2020-01-01T00:00:00.000Z", version: 1, finalizers: ["a.b/c"] },
  spec: { a: 1 },
  status: { b: 1 },
};

const changes: Readonly<Record<string, (object: StoredObject) => void>> = {
  "/metadata/name": ({ metadata }) => void (metadata.name = "b"),
  "/metadata/version": ({ metadata }) => void (metadata.version = 2),
  "/metadata/creationTimestamp": ({ metadata }) => void (metadata.creationTimestamp = ""),
  "/metadata/deletionTimestamp": ({ metadata }) => void (metadata.deletionTimestamp = ""),
  "/apiVersion": (object) => void (object.apiVersion = "a/v2"),
  "/kind": (object) => void delete (object as Partial<StoredObject>).kind,
  "/spec": (object) => void (object["spec"] = { a: 2 }),
  "/status": (object) => void delete object["status"],
  "/more": (object) => void (object["more"] = null),
  "/metadata": ({ metadata }) => {
    metadata.labels = { "a.b/c": "d" };
    metadata.annotations = {};
    delete metadata.finalizers;
  },
};

/** What is a hook's to change, of each part. */
const allowed: Readonly<Record<WrittenPart, readonly string[]>> = {
  all: ["/spec", "/status", "/more", "/metadata"],
  "all but status": ["/spec", "/more", "/metadata"],
  status: ["/status"],
};

test.each(
  Object.entries(changes).flatMap(([path, change]) =>
    Object.keys(allowed).map((part) => [path, part, change] as const),
  ),
)("%s where the write is of %s", (path, part, change) => {
  const after = structuredClone(before);
  change(after);
  const written = part as WrittenPart;
  const expected = allowed[written].includes(path) ? [] : [path];
  expect(new Set(forbiddenChanges(before, after, written))).toEqual(
    new Set(part === "status" && path.startsWith("/metadata/") ? [path, "/metadata"] : expected),
  );
});

test("what is the same is no change", () => {
  for (const part of Object.keys(allowed)) {
    expect(forbiddenChanges(before, structuredClone(before), part as WrittenPart)).toEqual([]);
  }
});
