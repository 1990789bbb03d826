import { defineModel, type Extension, type Integer } from "@cmgen/model";

interface Port {
  name: string;
  number: Integer;
}

/** @listKey number */
type Ports = Port[];

export interface ThingSpec {
  /** @listKey name */
  ports: Port[];
  aliased?: Ports;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
