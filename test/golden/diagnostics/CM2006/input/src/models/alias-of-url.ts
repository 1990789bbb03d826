import { defineModel, type Extension } from "@cmgen/model";

interface UrlAlias extends Extension<{ url: string }> {}

export default defineModel<UrlAlias>({
  group: "notes.example.com", version: "v1alpha1", kind: "UrlAlias", plural: "aliases-of-urls", singular: "alias-of-url",
});
