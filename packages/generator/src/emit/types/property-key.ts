import { stringLiteral } from "../../render/text.js";

/** A property's name where a type or an object literal declares it: as it is when it is a plain identifier, else quoted. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}
