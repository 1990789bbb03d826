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
import { canBeTagged, tagField } from "./tag-field.js";
import { applyEdits, insertion, type TextEdit } from "./text-edit.js";
import { trySources } from "./try-sources.js";

/**
 * Declares another index of a model: in the list of its indexes where it has one, else by a tag of the field, or, where that cannot have one, in
 * a list of its own.
 */
export function addIndex(plugin: OpenPlugin, request: AddIndex): EditPlan {
  const declaration = declarationOf(plugin, request);
  const { checker } = plugin.reader;
  const segments = segmentsOf(request.path);
  const place = placeAt(plugin, declaration, segments);
  if (itemsOf(checker, place.type) !== undefined && request.order !== undefined) {
    throw new EditError(`${request.path} is a list, and an index of a list has no order. Leave --order away.`);
  }
  const list = indexesOf(plugin, declaration);
  if (list !== undefined) assertNew(plugin, list, request.path);
  if (list === undefined && canBeTagged(place.node) && place.node.name.getText() === segments.at(-1)) {
    return tagged(plugin, declaration, { node: place.node, request });
  }
  const holder = list ?? settingsOf(plugin, declaration);
  const file = (holder ?? declaration.call).getSourceFile();
  const style = fileStyle(file);
  const imports = ensureImports({ plugin, file, style }, [{ module: "@cmgen/model", name: "index", isType: false }]);
  const call = `${imports.local("index")}(${quoted(request.path, style)}${optionsText(request, style)})`;
  const entry = list === undefined ? `indexes: [${call}]` : call;
  return planned(plugin, declaration, {
    file,
    edits: [...imports.edits, ...entryEdits(declaration, holder, { entry, style })],
  });
}

type Holder = ts.ArrayLiteralExpression | ts.ObjectLiteralExpression | undefined;

/** Adds an entry to the list or the object that has the indexes, or gives the declaration such an object. */
function entryEdits({ call }: Declaration, holder: Holder, { entry, style }: { entry: string; style: FileStyle }) {
  if (holder === undefined) return [insertion(call.end - 1, `{ ${entry} }`)];
  const elements = compiler.isArrayLiteralExpression(holder) ? holder.elements : holder.properties;
  return appendToList({ file: holder.getSourceFile(), node: holder, elements }, [entry], style);
}

interface Tagging {
  readonly node: ts.PropertySignature;
  readonly request: AddIndex;
}

function tagged(plugin: OpenPlugin, declaration: Declaration, { node, request }: Tagging): EditPlan {
  const { unique, order, path } = request;
  const tags = [...(order === "DESC" ? ["@index desc"] : unique ? [] : ["@index"]), ...(unique ? ["@unique"] : [])];
  const file = node.getSourceFile();
  const { index, unique: isUnique } = plugin.reader.annotationsOf(node);
  if (index !== undefined || isUnique === true) throw refusal(plugin, node, `There is an index ${path} already.`);
  return planned(plugin, declaration, { file, edits: [tagField(node, tags.join(" "), fileStyle(file))] });
}

interface FileEdits {
  readonly file: ts.SourceFile;
  readonly edits: readonly TextEdit[];
}

function planned(plugin: OpenPlugin, { model }: Declaration, { file, edits }: FileEdits): EditPlan {
  const path = plugin.reader.files.pathOf(file);
  return trySources(plugin, model, [{ path, before: file.text, after: applyEdits(file.text, edits) }]).plan;
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

/** The object that the declaration is given; `undefined` for `defineModel<Task>()`. */
function settingsOf(plugin: OpenPlugin, { call }: Declaration): ts.ObjectLiteralExpression | undefined {
  const [argument] = call.arguments;
  if (argument === undefined) return undefined;
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
