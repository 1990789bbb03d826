import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { bindParameters, isReferenceNode, targetOf } from "./reference.js";
import { at, type Site } from "./site.js";

/** How many aliases may stand for one another: a bound, because a mistake may close the circle. */
const maxDepth = 20;

/** Whether `undefined` is among the values of a type. Aliases are looked through; a type that is being read may be asked. */
export function admitsUndefined(reader: Reader, site: Site, depth = 0): boolean {
  const { node } = site;
  const inner = (other: Site): boolean => depth < maxDepth && admitsUndefined(reader, other, depth + 1);
  if (node.kind === compiler.SyntaxKind.UndefinedKeyword || node.kind === compiler.SyntaxKind.VoidKeyword) return true;
  if (compiler.isParenthesizedTypeNode(node)) return inner(at(site, node.type));
  if (compiler.isUnionTypeNode(node)) return node.types.some((member) => inner(at(site, member)));
  if (!isReferenceNode(node)) return false;
  const target = targetOf(reader, { ...site, node });
  if (target.of === "parameter") return "node" in target.binding && inner(target.binding);
  if (target.of !== "declared" || !compiler.isTypeAliasDeclaration(target.declaration)) return false;
  return inner({
    node: target.declaration.type,
    environment: bindParameters({ ...site, node }, target.declaration),
  });
}
