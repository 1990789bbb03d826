import { defineModel, type Extension } from "@cmgen/model";

interface URLAlias extends Extension<{ url: string }> {}

export default defineModel<URLAlias>({
  group: "notes.example.com", version: "v1alpha1", kind: "URLAlias", plural: "url-aliases", singular: "url-alias",
});
