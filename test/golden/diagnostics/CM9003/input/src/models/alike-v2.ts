import { defineModel, type Extension } from "@cmgen/model";

interface Tree {
  kind?: "b" | "a";
  children?: Tree[];
  name: string;
}
export interface Alike extends Extension<Tree> {}

export default defineModel<Alike>({
  group: "g.example.com", version: "v2", kind: "Alike", plural: "alikes", singular: "alike",
  storage: true,
});
