import { defineModel, type Extension } from "@cmgen/model";

interface ListV1Spec { a: { b: string }[] }
interface List extends Extension<ListV1Spec> {}

export default defineModel<List>({
  group: "g.example.com", version: "v1", kind: "List", plural: "lists", singular: "list",
});
