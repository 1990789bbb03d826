import { defineModel, type Extension, type Integer } from "@cmgen/model";

/** A folder of folders. */
interface Folder {
  name: string;
  folders?: Folder[];
}

interface Person {
  name: string;
  employer?: Company;
}

interface Company {
  staff: Person[];
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

interface Chain<Value> {
  value: Value;
  next?: Chain<Value>;
}

export interface ThingSpec {
  root: Folder;
  company?: Company;
  json?: Json;
  chain?: Chain<Integer>;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
