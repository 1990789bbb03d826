import { defineModel, type Extension } from "@cmgen/model";

interface ListV2Spec { a: { b: boolean }[] }
interface List extends Extension<ListV2Spec> {}

export default defineModel<List>({
  group: "g.example.com", version: "v2", kind: "List", plural: "lists", singular: "list",
  storage: true,
});
