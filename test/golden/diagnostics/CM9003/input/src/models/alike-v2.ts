import { defineModel, type Extension } from "@cmgen/model";

interface TreeV2 {
  kind?: "b" | "a";
  children?: TreeV2[];
  name: string;
}
export interface Alike extends Extension<TreeV2> {}

export default defineModel<Alike>({
  group: "g.example.com", version: "v2", kind: "Alike", plural: "alikes", singular: "alike",
  storage: true,
});
