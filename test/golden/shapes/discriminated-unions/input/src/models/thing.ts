import { defineModel, type Extension } from "@cmgen/model";

/** Paid by card. */
interface Card {
  type: "card";
  /** @pattern ^[0-9]{4}$ */
  lastDigits: string;
}

/** Paid by transfer. */
interface Transfer {
  type: "transfer";
  iban: string;
  reference?: string;
}

type Payment = Card | Transfer | { type: "cash" };

interface Disk {
  kind: "disk";
  size: number;
}

interface Share {
  kind: "share" | "mirror";
  path: string;
}

export interface ThingSpec {
  payment: Payment;
  earlier?: Payment[];
  volume?: Disk | Share | null;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
