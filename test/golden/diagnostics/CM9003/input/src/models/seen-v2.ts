import { defineModel, type Extension } from "@cmgen/model";

interface Seen extends Extension<{ a: string }> {}

export default defineModel<Seen>({
  group: "g.example.com", version: "v2", kind: "Seen", plural: "seens", singular: "seen",
  storage: true,
});
