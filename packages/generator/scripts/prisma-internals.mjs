/**
 * Stands in for `@prisma/internals` when Prisma's client generator is bundled: the six small functions that the generator takes from it,
 * and two that `@prisma/get-dmmf` has. The package itself brings the schema engine, which is downloaded at install, and is never used.
 */
import { posix, sep } from "node:path";

export { externalToInternalDmmf, getInternalDMMF } from "@prisma/get-dmmf";

export function assertNever(_value, message) {
  throw new Error(message);
}

export function hasOwnProperty(object, key) {
  return Object.hasOwn(object, key);
}

export function isValidJsIdentifier(text) {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(text);
}

export function pathToPosix(path) {
  return path.split(sep).join(posix.sep);
}

export function setClassName(owner, name) {
  Object.defineProperty(owner, "name", { value: name, configurable: true });
}

/** Values of our schemas are written out; none comes from the environment. */
export function parseEnvValue({ fromEnvVar, value }) {
  if (fromEnvVar) throw new Error(`env("${fromEnvVar}") is not supported here`);
  return value;
}
