import { defineModel, type Extension } from "@cmgen/model";

interface AddedV1Spec { a: string }
interface Added extends Extension<AddedV1Spec> {}

export default defineModel<Added>({
  group: "g.example.com", version: "v1", kind: "Added", plural: "addeds", singular: "added",
});
