import { defineModel, type Extension, type Integer } from "@cmgen/model";

interface Port {
  number: Integer;
}

interface Scores {
  /** What all of them come to. */
  total: Integer;
  [subject: string]: Integer;
}

export interface ThingSpec {
  labels: Record<string, string>;
  ports: { [name: string]: Port };
  scores?: Scores;
  bySize?: Record<"S" | "M", number>;
  flags?: { [name: `is-${string}`]: boolean };
  matrix?: Record<string, Record<string, Integer>>;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
