import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: Record<string, number> }
interface Map extends Extension<Spec> {}

export default defineModel<Map>({
  group: "g.example.com", version: "v2", kind: "Map", plural: "maps", singular: "map",
  storage: true,
});
