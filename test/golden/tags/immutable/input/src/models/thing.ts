import { defineModel, type Extension, type Integer } from "@cmgen/model";

interface Address {
  /** @immutable */
  country: string;
  street: string;
}

interface Disk {
  name: string;
  /** @immutable */
  size: Integer;
}

export interface ThingSpec {
  /** @immutable */
  region: string;
  address?: Address;
  /** @listKey name */
  disks?: Disk[];
  /** @immutable */
  byName?: Record<string, Address>;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
