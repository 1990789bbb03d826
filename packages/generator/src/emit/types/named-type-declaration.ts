import type { NamedType } from "../../model/type.js";
import { typeComment } from "./type-comment.js";
import { isInterface, objectBody, typeText, type TypeTextContext } from "./type-text.js";

/** The declaration of a named type, comment and all: an interface where it is one, else an alias. */
export function namedTypeDeclaration({ name, type, documentation }: NamedType, context: TypeTextContext): string {
  const emitted = context.nameOf(name);
  const comment = typeComment({ documentation, type });
  if (isInterface(type)) return `${comment}export interface ${emitted} ${objectBody(type, context)}`;
  return `${comment}export type ${emitted} = ${typeText(type, context)};`;
}
