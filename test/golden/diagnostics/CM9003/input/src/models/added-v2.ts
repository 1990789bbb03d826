import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: string; b?: number }
interface Added extends Extension<Spec> {}

export default defineModel<Added>({
  group: "g.example.com", version: "v2", kind: "Added", plural: "addeds", singular: "added",
  storage: true,
});
