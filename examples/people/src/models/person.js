import { defineModel, index, multiIndex } from "@cmgen/model";
export default defineModel({
  group: "people.example.com",
  version: "v1alpha1",
  kind: "Person",
  plural: "people",
  singular: "person",
  indexes: [
    index("spec.name", { unique: true }),
    index("spec.age", { order: "DESC" }),
    index("initial", (person) => Array.from(person.spec.name)[0] ?? null),
    multiIndex("spec.tags", (person) => person.spec.tags),
  ],
});
//# sourceMappingURL=person.js.map
