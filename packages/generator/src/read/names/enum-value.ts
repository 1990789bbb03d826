import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Names } from "./names.js";

/** The value of an enum's member; `undefined` where it is not known without running the module. */
export function enumValue(names: Names, member: ts.EnumMember): string | number | undefined {
  const { initializer, parent } = member;
  if (initializer === undefined) return nextValue(names, parent.members[parent.members.indexOf(member) - 1]);
  if (compiler.isStringLiteralLike(initializer)) return initializer.text;
  if (compiler.isNumericLiteral(initializer)) return Number(initializer.text);
  return names.checker.getConstantValue(member);
}

/** Without a value of its own a member is one more than the one before, and the first is zero. */
function nextValue(names: Names, before: ts.EnumMember | undefined): number | undefined {
  if (before === undefined) return 0;
  const value = enumValue(names, before);
  return typeof value === "number" ? value + 1 : undefined;
}
