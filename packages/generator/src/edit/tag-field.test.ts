import { expect, test } from "vitest";

import { compiler } from "../read/compiler.js";
import { defaultStyle } from "./file-style.js";
import { canBeTagged, tagField } from "./tag-field.js";
import { applyEdits } from "./text-edit.js";

function tagged(member: string): string {
  const text = `interface A {\n${member}\n}\n`;
  const file = compiler.createSourceFile("a.ts", text, compiler.ScriptTarget.Latest, true);
  const [declared] = file.statements;
  const node = declared !== undefined && compiler.isInterfaceDeclaration(declared) ? declared.members[0] : undefined;
  if (node === undefined || !canBeTagged(node)) return "cannot be tagged";
  return applyEdits(text, [tagField(node, "@index", defaultStyle)])
    .slice("interface A {\n".length, -"\n}\n".length)
    .replaceAll(/ +$/gm, "");
}

test.each([
  ["  a: string;", "  /** @index */\n  a: string;"],
  ["  /** @minLength 1 */\n  a: string;", "  /** @minLength 1 @index */\n  a: string;"],
  ["  /** What it is. */\n  a: string;", "  /**\n   * What it is.\n   * @index\n   */\n  a: string;"],
  [
    "  /**\n   * What it is.\n   * @minLength 1\n   */\n  a: string;",
    "  /**\n   * What it is.\n   * @minLength 1\n   * @index\n   */\n  a: string;",
  ],
  ["  // by us\n  a: string;", "  // by us\n  /** @index */\n  a: string;"],
  ["  b: string; a: string;", "  /** @index */\n  b: string; a: string;"],
  ["  /** x */ a: string;", "cannot be tagged"],
])("%s", (before, after) => {
  expect(tagged(before)).toBe(after);
});
