import { defineModel, type Extension, type Integer, type Timestamp } from "@cmgen/model";

/** A value with the moment it was seen. */
interface Observed<Value, Time = Timestamp> {
  value: Value;
  at?: Time;
}

type ListOf<Item> = { items: Item[] };

interface Pair<First, Second = First> {
  first: First;
  second: Second;
}

type Maybe<Value> = Value | null;

export interface ThingSpec {
  count: Observed<Integer>;
  name: Observed<string, Integer>;
  names: ListOf<string>;
  pairs?: ListOf<Pair<Integer>>;
  nested?: Observed<Observed<boolean>>;
  maybe?: Maybe<Pair<string, number>>;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
