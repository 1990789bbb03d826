import type { ts } from "ts-morph";

import { compiler } from "../read/compiler.js";
import { resolveExpression, staticString } from "../read/declaration/static-value.js";
import { appendToList } from "./append-to-list.js";
import { EditError } from "./edit-error.js";
import type { AddIndex, EditPlan } from "./edit-request.js";
import { ensureImports } from "./ensure-imports.js";
import { itemsOf, placeAt, segmentsOf } from "./field-place.js";
import { fileStyle, type FileStyle, quoted } from "./file-style.js";
import { type Declaration, declarationOf, type OpenPlugin, refusal } from "./open-plugin.js";
import { applyEdits } from "./text-edit.js";
import { trySources } from "./try-sources.js";

/** Declares another index of a model: of one value, or of each item where the path leads to a list. */
export function addIndex(plugin: OpenPlugin, request: AddIndex): EditPlan {
  const declaration = declarationOf(plugin, request);
  const { checker } = plugin.reader;
  const isList = itemsOf(checker, placeAt(plugin, declaration, segmentsOf(request.path)).type) !== undefined;
  if (isList && request.order !== undefined) {
    throw new EditError(`${request.path} is a list, and an index of a list has no order. Leave --order away.`);
  }
  const list = indexesOf(plugin, declaration);
  if (list !== undefined) assertNew(plugin, list, request.path);
  const holder = list ?? settingsOf(plugin, declaration);
  const file = holder.getSourceFile();
  const style = fileStyle(file);
  const imports = ensureImports({ plugin, file, style }, [{ module: "@cmgen/model", name: "index", isType: false }]);
  const call = `${imports.local("index")}(${quoted(request.path, style)}${optionsText(request, style)})`;
  const elements = compiler.isArrayLiteralExpression(holder) ? holder.elements : holder.properties;
  const edits = appendToList(
    { file, node: holder, elements },
    [list === undefined ? `indexes: [${call}]` : call],
    style,
  );
  const path = plugin.reader.files.pathOf(file);
  const after = applyEdits(file.text, [...imports.edits, ...edits]);
  return trySources(plugin, declaration.model, [{ path, before: file.text, after }]).plan;
}

function optionsText({ unique, order }: AddIndex, style: FileStyle): string {
  const options = [...(unique ? ["unique: true"] : []), ...(order ? [`order: ${quoted(order, style)}`] : [])];
  return options.length === 0 ? "" : `, { ${options.join(", ")} }`;
}

/** The array of a declaration's indexes; `undefined` where it has none. */
function indexesOf(plugin: OpenPlugin, { properties }: Declaration): ts.ArrayLiteralExpression | undefined {
  const property = properties.get("indexes");
  if (property === undefined) return undefined;
  const value = resolveExpression(property.value, plugin.reader);
  if (compiler.isArrayLiteralExpression(value) && !plugin.reader.symbols.isForeign(value)) return value;
  throw refusal(
    plugin,
    property.node,
    "The indexes are not an array that is written in the plugin. Add the index in the source.",
  );
}

/** The object that the declaration is given. */
function settingsOf(plugin: OpenPlugin, { call }: Declaration): ts.ObjectLiteralExpression {
  const [argument] = call.arguments;
  const value = argument && resolveExpression(argument, plugin.reader);
  if (value !== undefined && compiler.isObjectLiteralExpression(value) && !plugin.reader.symbols.isForeign(value))
    return value;
  throw refusal(
    plugin,
    call,
    "The declaration is not an object that is written in the plugin. Add the index in the source.",
  );
}

function assertNew(plugin: OpenPlugin, list: ts.ArrayLiteralExpression, path: string): void {
  const known = list.elements.find((element) => {
    const [name] = compiler.isCallExpression(element) ? element.arguments : [];
    return name !== undefined && staticString(name, plugin.reader) === path;
  });
  if (known !== undefined) throw refusal(plugin, known, `There is an index ${path} already.`);
}
