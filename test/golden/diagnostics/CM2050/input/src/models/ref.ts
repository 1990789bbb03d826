import { defineModel, type Extension } from "@cmgen/model";

interface Ref extends Extension<{ text: string }> {}

export default defineModel<Ref>({
  group: "shop.example.com", version: "v1alpha1", kind: "Ref", plural: "refs", singular: "ref",
});
