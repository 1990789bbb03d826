import { defineModel, type Extension } from "@cmgen/model";

interface Tree {
  /** @maxLength 10 */
  name: string;
  kind?: "a" | "b";
  children?: Tree[];
}
interface Alike extends Extension<Tree> {}

export default defineModel<Alike>({
  group: "g.example.com", version: "v1", kind: "Alike", plural: "alikes", singular: "alike",
});
