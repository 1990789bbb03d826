import { isPlainName, propertyAccess } from "../render/property-key.js";

/** Names of fields; `[]` stands for the items of a list, `{}` for the values of a map. */
export type FieldPath = readonly string[];

/** A path as authors write it in indexes: `spec.steps[].title`. */
export function pathText(path: FieldPath): string {
  return path.map((name, at) => (at === 0 || name.startsWith("[") || name === "{}" ? name : `.${name}`)).join("");
}

/** An expression for the value of a field: `spec.home?.street`. */
export function accessTo(path: FieldPath): string {
  return path
    .map((name, at) => {
      if (at === 0) return name;
      if (at === 1) return propertyAccess(name);
      return isPlainName(name) ? `?.${name}` : `?.${propertyAccess(name)}`;
    })
    .join("");
}
