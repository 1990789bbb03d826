import { defineModel, type Extension, type Timestamp } from "@cmgen/model";

interface Named {
  /**
   * How it is called.
   * @minLength 1
   */
  name: string;
}

interface Dated<Time> {
  at: Time;
}

type Sized = { size?: number };

/** Everything there is. */
export interface ThingSpec extends Named, Dated<Timestamp>, Sized {
  /**
   * Longer than most.
   * @minLength 2
   */
  name: string;
  note?: string;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
