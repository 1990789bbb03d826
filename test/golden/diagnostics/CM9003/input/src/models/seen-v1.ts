import { defineModel, type Extension } from "@cmgen/model";

interface Seen extends Extension<{ a: string }, { at: string }> {}

export default defineModel<Seen>({
  group: "g.example.com", version: "v1", kind: "Seen", plural: "seens", singular: "seen",
});
