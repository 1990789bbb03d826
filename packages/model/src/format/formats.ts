import { isTimestamp } from "./timestamp.js";

import { isDate, isDuration, isTime } from "./time-formats.js";
import { isEmail, isHostname, isIpv4, isIpv6, isUri, isUriReference } from "./network-formats.js";
import { isBase64, isInt32, isInt64, isJsonPointer, isRegularExpression, isUuid } from "./value-formats.js";

/** Whether a value is of a format. Takes time linear in the value's length, whatever the value. */
export type Format = (value: never) => boolean;

const anything = (): boolean => true;

/**
 * The formats of JSON Schema 2020-12 and OpenAPI's registry that models can use. Generated validators take them from here. A value
 * of another type than the format is about never gets here.
 */
export const formats = {
  "date-time": isTimestamp,
  date: isDate,
  time: isTime,
  duration: isDuration,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  "uri-reference": isUriReference,
  uuid: isUuid,
  "json-pointer": isJsonPointer,
  regex: isRegularExpression,
  byte: isBase64,
  int64: isInt64,
  int32: isInt32,
  /** What a double and a float hold, every JSON number is taken for. */
  double: anything,
  float: anything,
  /** Says how a value is shown, not what it may be. */
  password: anything,
} as const satisfies Readonly<Record<string, Format>>;
