import { defineModel, type Extension, type Integer } from "@cmgen/model";

interface Port {
  /** @default 80 */
  number: Integer;
  /** @default "tcp" */
  protocol?: "tcp" | "udp";
}

export interface ThingSpec {
  /** @default hello */
  greeting: string;
  /** @default "true" */
  quoted?: string;
  /** @default true */
  on?: boolean;
  /** @default null */
  nothing?: string | null;
  /** @default [] */
  tags?: string[];
  /** @default {} */
  port?: Port;
  ports?: Port[];
  byName?: Record<string, Port>;
  /** Not there, so nothing is filled in. */
  other?: Port;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
