import { defineModel, type Extension } from "@cmgen/model";

interface MapV2Spec { a: Record<string, number> }
interface Map extends Extension<MapV2Spec> {}

export default defineModel<Map>({
  group: "g.example.com", version: "v2", kind: "Map", plural: "maps", singular: "map",
  storage: true,
});
