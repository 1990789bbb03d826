import { defineModel, type Extension } from "@cmgen/model";

interface PartOne extends Extension<{ text: string }> {}

export default defineModel<PartOne>({
  group: "notes.example.com", version: "v1alpha1", kind: "PartOne", plural: "part-1", singular: "part-one",
});
