import { documentedMembers } from "./documented-members.js";
import { code, markdownTable } from "./markdown-table.js";

/** The tags, from the comments of their table. */
export function renderTagsPage(): string {
  const rows = documentedMembers("packages/generator/src/read/docs/tag-table.ts", "tagTable").map(
    ({ name, type, meaning }) => {
      const [on = "", ...says] = meaning.split(": ");
      return [code(`@${name}`), values[type.replaceAll('"', "")] ?? "", on, capitalized(says.join(": "))];
    },
  );
  return `# Tags

Write a tag in the comment of a property or of a named type. [Declaring models](../declaration.md#tags) says how tags go together with
types, and what happens to other tags.

${markdownTable(["Tag", "Takes", "On", "Meaning"], rows)}
`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a tag takes, by the name that the table of tags has for it. */
const values: Readonly<Record<string, string>> = {
  count: "a whole number, from 0",
  number: "a number",
  positive: "a number above 0",
  flag: "nothing, `true` or `false`",
  text: "text, or nothing",
  words: "text",
  pattern: "a regular expression",
  format: "the name of a format",
  json: "JSON",
  value: "JSON, or text",
  property: "the name of a property",
  index: "nothing, `desc`, `ci`, or both",
  schema: "a JSON Schema",
};
