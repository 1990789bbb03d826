import { hoverTooltip, type Tooltip } from "@codemirror/view";
import type { Extension } from "@codemirror/state";
import { textOf } from "../api/json.js";
import { resolveSchema } from "../api/schema.js";
import { shapeOf } from "../schema/field-shape.js";
import { limitsOf } from "../schema/limits.js";
import { schemasAt, type RootSchema } from "../schema/schemas-at.js";
import { typeText } from "../schema/type-text.js";
import { memberAt } from "./yaml-place.js";

/** Says what a member is, where the mouse is over it. */
export function describeYaml(root: RootSchema): Extension {
  return hoverTooltip((view, pos): Tooltip | null => {
    const member = memberAt(view.state.doc.toString(), pos);
    const lines = member && describeMember(root, member);
    if (member === undefined || lines === undefined) return null;
    return { pos: member.from, end: member.to, above: true, create: () => ({ dom: cardOf(lines) }) };
  });
}

/** What a schema says of a member: its name and type, its description, its limits. */
export function describeMember(
  root: RootSchema,
  { path, value }: { readonly path: readonly string[]; readonly value: unknown },
): readonly string[] | undefined {
  const [schema] = schemasAt(root, value, path);
  if (schema === undefined || Object.keys(schema).length === 0) return undefined;
  const { schema: shape } = shapeOf(root.schemas, schema);
  const description = textOf(resolveSchema(root.schemas, schema)["description"]) ?? textOf(shape["description"]);
  const lines = [`${path.at(-1) ?? ""}: ${typeText(root.schemas, schema)}`, description, limitsOf(shape)];
  return lines.flatMap((line) => (line === undefined || line === "" ? [] : [line]));
}

function cardOf(lines: readonly string[]): HTMLElement {
  const card = document.createElement("div");
  card.className = "cm-description";
  for (const line of lines) {
    const paragraph = document.createElement("div");
    paragraph.textContent = line;
    card.append(paragraph);
  }
  return card;
}
