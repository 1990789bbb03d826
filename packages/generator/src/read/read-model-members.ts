import { shortText } from "../diagnostic/short-text.js";
import type { ReadDeclaration } from "./read-declaration.js";
import type { Reader } from "./reader.js";
import type { Member, Members } from "./types/members.js";
import { noBindings } from "./types/site.js";

/** What the envelope declares and the declaration decides: a plugin leaves it alone. */
const envelopeNames: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);
const partNames: ReadonlySet<string> = new Set(["spec", "status"]);

/** The members of a model's type, which extends the envelope and adds `spec` and `status` and nothing else (spec 2.1). */
export function readModelMembers(reader: Reader, { typeNode }: ReadDeclaration): Members | undefined {
  const members = reader.membersOf({ node: typeNode, environment: noBindings });
  if (members?.isEnvelope !== true) {
    reader.report("CM1007", typeNode, { type: shortText(typeNode.getText()) });
    return undefined;
  }
  for (const member of members.properties.values()) checkMember(reader, member);
  const others = [...members.rejected, ...members.indexes.map(({ declaration }) => declaration)];
  for (const node of others) reader.report("CM1008", node, { member: shortText(node.getText()) });
  return members;
}

function checkMember(reader: Reader, { name, declaration }: Member): void {
  if (partNames.has(name)) return;
  const isOurs = reader.packages.of(declaration.getSourceFile()) === "@cmgen/model";
  if (!envelopeNames.has(name)) reader.report("CM1008", declaration, { member: name });
  else if (!isOurs) reader.report("CM1009", declaration, { member: name });
}
