import { defineModel, type Extension } from "@cmgen/model";

interface Part1 extends Extension<{ text: string }> {}

export default defineModel<Part1>({
  group: "notes.example.com", version: "v1alpha1", kind: "Part1", plural: "part1", singular: "part1",
});
