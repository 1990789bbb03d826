import { defineModel, type Extension, type Int64, type Integer, type Ref, type Timestamp } from "@cmgen/model";
import type { Part } from "./part.js";

/** How urgent it is. */
export enum Priority {
  Low,
  High = 10,
  Higher,
}

export enum Color {
  Red = "RED",
  Green = "GREEN",
}

interface Address {
  street: string;
  city?: string;
  /** @minimum 1 */
  floor?: Integer | null;
}

/** A folder of folders. */
interface Folder {
  name: string;
  folders?: Folder[];
}

interface Square {
  side: number;
}

interface Circle {
  radius: number;
}

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

interface Disk {
  kind: "disk";
  size: number;
}

interface Share {
  kind: "share" | "mirror";
  path: string;
}

interface Chain<Value> {
  value: Value;
  next?: Chain<Value>;
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

interface Port {
  number: Integer;
  /** @default "tcp" */
  protocol?: "tcp" | "udp";
}

interface Scores {
  /** What all of them come to. */
  total: Integer;
  [subject: string]: Integer;
}

interface Host {
  name: string;
  port?: Integer;
}

/** @additionalProperties */
interface Open {
  known?: string;
}

export interface ThingSpec {
  /** What it is called. */
  text: string;
  textOptional?: string;
  textNullable: string | null;
  /** May be left out, may be null: the two are not the same. */
  textBoth?: string | null;
  /** @minLength 2 @maxLength 20 */
  textShort?: string;
  /** @maxLength 5000 */
  textLong?: string;
  /** @pattern ^[A-Z]{2}-[0-9]+$ */
  textPattern?: string;
  /** @default "fallback" */
  textDefault?: string;
  /** @format email */
  email?: string;
  /** @format uri */
  link?: string;
  /** @format uuid */
  identifier?: string;
  /** @format date */
  day?: string;
  /** @format time */
  time?: string;
  /** @format duration */
  lasting?: string;
  /** @format ipv4 */
  address4?: string;
  instant: Timestamp;
  instantOptional?: Timestamp;
  instantNullable?: Timestamp | null;
  /** @minimum 0 @maximum 100 */
  integer: Integer;
  integerOptional?: Integer;
  integerNullable?: Integer | null;
  /** @default 7 */
  integerDefault?: Integer;
  /** @exclusiveMinimum 0 @exclusiveMaximum 1 */
  share?: number;
  /** @multipleOf 0.5 */
  halves?: number;
  number: number;
  numberNullable?: number | null;
  big: Int64;
  bigOptional?: Int64;
  flag: boolean;
  flagOptional?: boolean;
  flagNullable?: boolean | null;
  /** @default true */
  flagDefault?: boolean;
  always?: true;
  fixed?: "one";
  fixedNumber: 1;
  nothing: null;
  choice: "a" | "b" | "c";
  choiceOptional?: "a" | "b";
  choiceNullable: "S" | "M" | null;
  choiceNumber?: 1 | 2.5;
  choiceMixed?: 0 | "yes";
  priority: Priority;
  color?: Color;
  image?: `img-${string}`;
  width?: `${number}${"px" | "em"}`;
  either: string | number;
  eitherList?: string | string[];
  flagOrText?: boolean | string | null;
  shape: Square | Circle;
  shapes?: (Square | Circle)[];
  payment?: Card | Transfer | { type: "cash" };
  volume?: Disk | Share | null;
  nested: Address;
  nestedOptional?: Address;
  nestedNullable: Address | null;
  nestedDeep?: { a?: { b?: { c?: { d?: { e?: string } } } } };
  texts: string[];
  textsOptional?: string[];
  textsNullable?: (string | null)[] | null;
  /** @uniqueItems @maxItems 4 */
  textsUnique?: string[];
  /** @minItems 1 */
  numbers?: number[];
  matrix?: number[][];
  objects?: Address[];
  /** @listKey name */
  hosts?: Host[];
  palette?: Color[];
  point?: [x: number, y: number];
  range?: [Integer, Integer?];
  path?: [string, ...Integer[]];
  labels: Record<string, string>;
  ports?: { [name: string]: Port };
  scores?: Scores;
  bySize?: Record<"S" | "M", number>;
  flags?: { [name: `is-${string}`]: boolean };
  grid?: Record<string, Record<string, Integer>>;
  folder?: Folder;
  chain?: Chain<Integer>;
  json?: Json;
  /** @additionalProperties */
  anything?: unknown;
  open?: Open;
  part?: Ref<Part>;
  parts?: Ref<Part>[];
  /** @immutable */
  serial?: string;
  /** @secret */
  password?: string;
}

export interface ThingStatus {
  phase?: string;
}

/** A thing with a field of every kind. */
export type Thing = Extension<ThingSpec, ThingStatus>;

export default defineModel<Thing>({});
