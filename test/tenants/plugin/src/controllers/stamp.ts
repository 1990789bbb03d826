import { defineController } from "@cmgen/runtime";
import { noteModel } from "../generated/v1/models.js";

/** Stamps each note once: one whose text is `later` when it is half a second old, one whose text is `much later` when it is six. */
export default defineController({
  name: "stamp",
  model: noteModel,
  async reconcile({ name, object, resource }) {
    if (object.status?.stamps !== undefined) return undefined;
    const { text } = object.spec;
    const age = Date.now() - Date.parse(object.metadata.creationTimestamp);
    const wait = text === "later" ? 500 : text === "much later" ? 6000 : 0;
    if (age < wait) return { requeueAfter: `${Math.ceil((wait - age) / 1000)}s` };
    await resource(noteModel).status.update(name, { stamps: 1 });
    return undefined;
  },
});
