import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: string }
interface Added extends Extension<Spec> {}

export default defineModel<Added>({
  group: "g.example.com", version: "v1", kind: "Added", plural: "addeds", singular: "added",
});
