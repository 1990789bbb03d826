import { defineModel, type Extension } from "@cmgen/model";

interface MapV1Spec { a: Record<string, string> }
interface Map extends Extension<MapV1Spec> {}

export default defineModel<Map>({
  group: "g.example.com", version: "v1", kind: "Map", plural: "maps", singular: "map",
});
