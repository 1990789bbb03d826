import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

/** The place of a room in its building: another `Address` than the one of people. */
export interface Address {
  building: string;
  floor: Integer;
}

export interface RoomSpec {
  title: string;
  address: Address;
}

export interface Room extends Extension<RoomSpec> {}

export default defineModel<Room>({
  group: "rooms.acme.example",
  version: "v1",
  kind: "Room",
  plural: "rooms",
  singular: "room",
  indexes: [index("spec.address.building")],
});
