import { defineModel, type Extension } from "@cmgen/model";

interface AddedV2Spec { a: string; b?: number }
interface Added extends Extension<AddedV2Spec> {}

export default defineModel<Added>({
  group: "g.example.com", version: "v2", kind: "Added", plural: "addeds", singular: "added",
  storage: true,
});
