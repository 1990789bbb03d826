import { defineModel, type Extension } from "@cmgen/model";

interface StoredEntry {
  text: string;
}
interface Entry extends Extension<{ last: StoredEntry }> {}

export default defineModel<Entry>({
  group: "shop.example.com", version: "v1alpha1", kind: "Entry", plural: "entrys", singular: "entry",
});
