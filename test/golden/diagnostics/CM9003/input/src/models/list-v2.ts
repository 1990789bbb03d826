import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: { b: boolean }[] }
interface List extends Extension<Spec> {}

export default defineModel<List>({
  group: "g.example.com", version: "v2", kind: "List", plural: "lists", singular: "list",
  storage: true,
});
