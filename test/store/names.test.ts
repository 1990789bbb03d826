import { expect, it } from "vitest";
import { openTestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

it.each(["sqlite file", "postgresql"] as const)("names are read in their order, behind one, on %s", async (engine) => {
  const { store, close } = await openTestDatabase(engine, [sampleModel]);
  for (const name of ["b", "a1", "a-b", "a0", "c"]) await store.create(sampleModel, sampleRecord(name));
  expect(await store.names(sampleModel, { limit: 10 })).toEqual(["a-b", "a0", "a1", "b", "c"]);
  expect(await store.names(sampleModel, { limit: 2 })).toEqual(["a-b", "a0"]);
  expect(await store.names(sampleModel, { after: "a0", limit: 2 })).toEqual(["a1", "b"]);
  expect(await store.names(sampleModel, { after: "c", limit: 2 })).toEqual([]);
  await close();
});
