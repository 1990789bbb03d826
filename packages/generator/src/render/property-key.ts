import { stringLiteral } from "./text.js";

/** Whether a name can be written after a dot, or as a key without quotes. Other letters than ASCII's are quoted, for other compilers' sake. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** A property's name where a type or an object literal declares it: as it is when it is a plain identifier, else quoted. */
export function propertyKey(name: string): string {
  return isPlainName(name) ? name : stringLiteral(name);
}

/** What reads the property of the expression in front of it. */
export function propertyAccess(name: string): string {
  return isPlainName(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}
