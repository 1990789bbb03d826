import { z } from "zod";
import { dataText } from "./answer-text.js";
import { findKind, kindName } from "./find-named.js";
import { membersOf, type Members } from "./members.js";
import { bodySchema, withReferenced } from "./referenced-schemas.js";
import { readServedDocument } from "./served-document.js";
import { containing, defineTool, inputs } from "./tool.js";
import { ToolError } from "./tool-error.js";

/** `kinds`: what the service has. */
export const kindsTool = defineTool({
  name: "kinds",
  title: "Kinds of objects",
  description:
    "Lists the kinds of objects that the service has, each with what its objects can be selected and sorted by.",
  input: { contains: inputs.contains },
  run: async (asking, { contains }) => {
    const { title, kinds } = await readServedDocument(asking);
    const lines = kinds.map((kind) => `${kindName(kind)} (${kind.kind}), indexes: ${indexNames(kind.indexes)}`);
    const found = containing(lines, contains);
    return dataText([`Service: ${title}`, ...found].join("\n"), "Give a text that the kind `contains`.");
  },
});

function indexNames(indexes: readonly Readonly<Record<string, unknown>>[]): string {
  return indexes.map(({ name }) => name).join(", ") || "none";
}

/** `describe_kind`: the schema and the indexes of a kind. */
export const describeKindTool = defineTool({
  name: "describe_kind",
  title: "Describe a kind",
  description:
    "Shows the JSON Schema of a kind's objects as they are sent, and its indexes: the only fields to select, sort and group by. " +
    "Call it before you write objects of the kind.",
  input: {
    kind: inputs.kind,
    definition: z.string().max(600).optional().describe("Shows only this one of the schema's $defs."),
  },
  run: async (asking, { kind: asked, definition }) => {
    const document = await readServedDocument(asking);
    const kind = findKind(document, asked);
    const whole = withReferenced(bodySchema(kind.creation["requestBody"], document.components), document.components);
    if (definition !== undefined) return dataText(JSON.stringify(definitionOf(whole, definition)), LESS);
    const described = {
      kind: kind.kind,
      apiVersion: `${kind.group}/${kind.version}`,
      indexes: [{ name: "metadata.name" }, { name: "metadata.creationTimestamp" }, ...kind.indexes],
      statusIsWrittenAlone: kind.hasStatus,
      schema: whole,
    };
    return dataText(JSON.stringify(described), LESS);
  },
});

const LESS = "Ask for one `definition` of the schema.";

function definitionOf({ $defs }: Members, name: string): Members {
  const definitions = membersOf($defs);
  const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (found !== undefined) return membersOf(found);
  const names = Object.keys(definitions).join(", ");
  throw new ToolError("NotFound", `There is no definition ${JSON.stringify(name)}. There are: ${names}.`, {
    next: "Ask for one of those.",
  });
}
