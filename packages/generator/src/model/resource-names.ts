import plur from "plur";

/** What a resource is called where its declaration does not say it: the kind in lowercase, and its plural by the rules of English. */
export interface ResourceNames {
  readonly singular: string;
  readonly plural: string;
}

/** `SalesPerson` gives `salesperson` and `salespeople`: of several words the last one has the plural. */
export function resourceNames(kind: string): ResourceNames {
  const words = wordsOf(kind);
  const last = words.at(-1) ?? "";
  return { singular: words.join(""), plural: [...words.slice(0, -1), plur(last)].join("") };
}

/** The words of a name in PascalCase, in lowercase: `URLAlias` gives `url` and `alias`. */
export function wordsOf(name: string): readonly string[] {
  return name
    .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== "");
}
