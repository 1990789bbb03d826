import { expect, test } from "vitest";
import { people } from "../../model/people.test.fixture.js";
import { clientFiles } from "./emit-client.js";

function clientOf(plural: string): string {
  const models = people.models.map((model) => ({ ...model, plural }));
  return clientFiles({ ...people, models }, () => "// Made.")
    .map(({ contents }) => contents)
    .join("");
}

test("all clients of a version can write together", () => {
  const text = clientOf("batches");
  expect(text).toContain("readonly batch: Batch;");
  expect(text).toContain('batch: lazyBatch(async () => (await import("@cmgen/client/batch")).createBatch(options)),');
});

test("objects that are called so have the name for their client", () => {
  const text = clientOf("batch");
  expect(text).toContain("readonly batch: BatchClient;");
  expect(text).not.toContain("lazyBatch");
});
