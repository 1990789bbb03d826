import type { formats } from "@cmgen/model/internal";

/** The formats a schema can name, with the type of the values they are about. */
export const knownFormats = {
  "date-time": "string",
  date: "string",
  time: "string",
  duration: "string",
  email: "string",
  hostname: "string",
  ipv4: "string",
  ipv6: "string",
  uri: "string",
  "uri-reference": "string",
  uuid: "string",
  "json-pointer": "string",
  regex: "string",
  byte: "string",
  password: "string",
  int64: "string",
  int32: "number",
  double: "number",
  float: "number",
} as const satisfies Readonly<Record<keyof typeof formats, "string" | "number">>;

export type FormatName = keyof typeof knownFormats;
