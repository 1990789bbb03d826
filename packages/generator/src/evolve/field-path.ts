/** Names of fields; `[]` stands for the items of a list, `{}` for the values of a map. */
export type FieldPath = readonly string[];

/** A path as authors write it in indexes: `spec.steps[].title`. */
export function pathText(path: FieldPath): string {
  return path.map((name, at) => (at === 0 || name.startsWith("[") || name === "{}" ? name : `.${name}`)).join("");
}

const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** An expression for the value of a field: `spec.home?.street`. */
export function accessTo(path: FieldPath): string {
  return path
    .map((name, at) => {
      if (at === 0) return name;
      const dot = at === 1 ? "." : "?.";
      return PLAIN.test(name) ? `${dot}${name}` : `${at === 1 ? "" : "?."}[${JSON.stringify(name)}]`;
    })
    .join("");
}

/** The name of a field in an object literal. */
export function memberName(name: string): string {
  return PLAIN.test(name) ? name : JSON.stringify(name);
}
