import { expect, it } from "vitest";
import { type PluginState, statusOf } from "./plugin-state.js";

const counts = { resource: "notes.example.com", done: 3, total: 10 };

it.each<[PluginState, object | undefined]>([
  [
    { phase: "migrating", progress: { steps: ["shout"], ...counts } },
    { work: "evolve-steps", names: ["shout"], ...counts },
  ],
  [
    { phase: "building-indexes", progress: { indexes: ["spec.text"], ...counts } },
    { work: "indexes", names: ["spec.text"], ...counts },
  ],
  [{ phase: "started" }, undefined],
  [{ phase: "failed", error: new Error("broken") }, undefined],
])("the progress of %j", (state, progress) => {
  expect(statusOf("notes", state).progress).toEqual(progress);
});
