import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: { b: string }[] }
interface List extends Extension<Spec> {}

export default defineModel<List>({
  group: "g.example.com", version: "v1", kind: "List", plural: "lists", singular: "list",
});
