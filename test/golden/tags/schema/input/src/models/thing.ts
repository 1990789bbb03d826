import { defineModel, type Extension } from "@cmgen/model";

/**
 * Where something is.
 * @schema { "type": "object", "required": ["lat"], "properties": { "lat": { "type": "number" } } }
 */
interface Position {
  lat: number;
  lng?: any;
}

export interface ThingSpec {
  /** @schema { "type": "string", "pattern": "^[a-z]+$" } */
  word: any;
  position?: Position;
  /** @schema { "oneOf": [{ "type": "string" }, { "type": "integer", "minimum": 1 }] } */
  either?: unknown;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
