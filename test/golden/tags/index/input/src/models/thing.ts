import { defineModel, index, type Extension, type Integer, type Ref, type Timestamp } from "@cmgen/model";

interface Address {
  /** @index */
  city: string;
  street: string;
}

/** @index desc */
type Amount = number;

export interface ThingSpec {
  /** @minLength 1 @unique */
  title: string;
  /** @index @default "open" */
  state?: "open" | "closed";
  /** @index desc */
  due?: Timestamp;
  /** @index */
  tags?: string[];
  /** @unique */
  codes?: Integer[];
  /** @unique */
  owner?: Ref<Thing>;
  /** @index @search */
  text?: string | null;
  /** @search */
  notes?: string[];
  /** @index ci @unique */
  email?: string;
  /** @index desc ci */
  label?: string;
  /** @index ci */
  aliases?: string[];
  home: Address;
  work?: Address | null;
  shape: { sort: "a"; /** @index */ size: Amount } | { sort: "b"; /** @index */ size: Amount };
  price?: Amount;
}

export interface ThingStatus {
  /** @index */
  ready: boolean;
}

export interface Thing extends Extension<ThingSpec, ThingStatus> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
  indexes: [
    index({ name: "length", value: (thing) => thing.spec.title.length, order: "DESC" }),
    index({ name: "month", value: ({ spec }) => spec.due && new Date(`${spec.due.slice(0, 7)}-01`) }),
    index({ name: "isFree", value: ({ spec }) => (spec.price ?? 0) === 0 }),
    index(["spec.label", "spec.state"], { unique: true }),
    index({ name: "short", value: ({ spec }) => spec.title.slice(0, 3), ci: true }),
    index({ name: "words", values: (thing) => thing.spec.title.split(" "), unique: true }),
  ],
});
