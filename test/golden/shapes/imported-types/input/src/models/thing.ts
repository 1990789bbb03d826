import { defineModel, type Extension } from "@cmgen/model";
import type { Address as PostalAddress, Country } from "../types/address.js";
import type * as money from "@shared/money.js";
import type { GeoPoint } from "geo-shapes";

export interface ThingSpec {
  address: PostalAddress;
  country?: Country;
  price: money.Money;
  place?: GeoPoint;
  label?: import("../types/label.js").Label;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
