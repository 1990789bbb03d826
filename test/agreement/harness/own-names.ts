import type { PlacedCase } from "./agreement-case.js";

/** Words that a declaration names. */
const declared = /\b(?:interface|type|enum|class|namespace|const|function)\s+([A-Za-z_]\w*)/g;

/** Those cases that are generated and use no package, which nobody else uses and which take long to read: each with names of its own. */
export function ownCases(cases: readonly PlacedCase[]): readonly PlacedCase[] {
  const isOwn = ({ declare = "", type, files }: PlacedCase): boolean =>
    files === undefined && !/import|declare global/.test(`${declare}${type}`);
  return cases.filter((one) => isOwn(one) && (one.noJson ?? one.unsupported) === undefined).map(withOwnNames);
}

/** A case whose declarations have names that no other case's have: what a type is called depends on what else is called so. */
function withOwnNames(one: PlacedCase): PlacedCase {
  const { declare = "", type, kind } = one;
  const names = new Set(Array.from(declare.matchAll(declared), ([, name = ""]) => name));
  if (names.size === 0) return one;
  const pattern = new RegExp(`\\b(?:${[...names].join("|")})\\b`, "g");
  const renamed = (text: string): string => text.replaceAll(pattern, (name) => `${name}Of${kind}`);
  return { ...one, declare: renamed(declare), type: renamed(type), judgedBy: "unknown" };
}
