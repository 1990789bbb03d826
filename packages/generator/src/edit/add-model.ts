import { posix } from "node:path";

import { withTagsOnLines } from "../read/docs/misplaced-tags.js";
import { render } from "../render/render.js";
import { resourceNames, wordsOf } from "../model/resource-names.js";
import { importStatement } from "../render/import-statement.js";
import { memberText } from "./append-member.js";
import { moduleOfModel, typeNames, vocabulary } from "./add-field.js";
import { EditError } from "./edit-error.js";
import type { AddModel, EditedModel, EditPlan, NewField } from "./edit-request.js";
import { defaultStyle, fileStyle, restyled } from "./file-style.js";
import { assertNoFile, type OpenPlugin, refusal } from "./open-plugin.js";
import { trySources } from "./try-sources.js";

/** What a model has where nothing is said of its fields. */
const sampleField: NewField = { name: "title", type: "string", optional: false, doc: "@minLength 1 @maxLength 200" };

/** Writes the module of a new model, in the style of another one. */
export function addModel(plugin: OpenPlugin, request: AddModel): EditPlan {
  return modelPlan(plugin, request, (model, path) => {
    const names = [...new Set(request.fields.flatMap(({ type }) => typeNames(type)))].toSorted();
    const others = names
      .filter((name) => name !== request.kind && !vocabulary.includes(name))
      .flatMap((name) => importOf(name, moduleOfModel(plugin, path, name)));
    return moduleText(request, saidOf(plugin, model), {
      vocabulary: names.filter((name) => vocabulary.includes(name)),
      others,
    });
  });
}

/** The plan of a new model's module, which has a text that is made once the model's place is known. */
export function modelPlan(
  plugin: OpenPlugin,
  request: Pick<AddModel, "kind" | "plural" | "group" | "apiVersion">,
  textOf: (model: EditedModel, path: string) => string,
): EditPlan {
  const { kind } = request;
  const model = { ...placeOf(plugin, request), kind, plural: request.plural ?? resourceNames(kind).plural };
  const known = plugin.declarations.find(({ model: other }) => other.kind === kind && other.group === model.group);
  if (known !== undefined && known.model.version === model.version) {
    throw refusal(plugin, known.call, `${kind} is declared already.`);
  }
  const path = posix.join(modelFolder(plugin), `${kebabCase(kind)}.ts`);
  assertNoFile(plugin, path);
  const [sibling] = plugin.declarations;
  const style = sibling === undefined ? defaultStyle : fileStyle(sibling.file);
  const after = restyled(textOf(model, path), style);
  const { plan } = trySources(plugin, model, [{ path, after }]);
  const isFound = plugin.config.models.some((glob) => glob.includes("*") && !glob.startsWith("!"));
  return isFound ? plan : { ...plan, notes: [`Add ${path} to \`models\` in cmgen.config.ts.`] };
}

/** @throws {EditError} where the plugin's models do not tell. */
function placeOf(
  { config, declarations }: OpenPlugin,
  { group, apiVersion }: Pick<AddModel, "group" | "apiVersion">,
): Pick<EditedModel, "group" | "version"> {
  const [ofConfig, versionOfConfig] = config.api?.split("/") ?? [];
  const groups = [...new Set(declarations.map(({ model }) => model.group))];
  const [own, another] = groups;
  const chosen = group ?? ofConfig ?? (another === undefined ? own : undefined);
  if (chosen === undefined) {
    const which =
      groups.length === 0 ? "The plugin has no models yet" : `The plugin has the groups ${groups.join(", ")}`;
    throw new EditError(`${which}: say which group the model is of, as "api" in cmgen.config.ts or with --group.`);
  }
  const versions = declarations.filter(({ model }) => model.group === chosen).map(({ model }) => model.version);
  const ofGroup = chosen === ofConfig ? versionOfConfig : undefined;
  return { group: chosen, version: apiVersion ?? ofGroup ?? versions.toSorted().at(-1) ?? "v1alpha1" };
}

/** Where the other models are; else where the config's first pattern looks. */
function modelFolder({ config, declarations, reader }: OpenPlugin): string {
  const [first] = declarations;
  if (first !== undefined) return posix.dirname(reader.files.pathOf(first.file));
  const segments = (config.models.find((glob) => !glob.startsWith("!")) ?? "src/models/*.ts").split("/").slice(0, -1);
  const wild = segments.findIndex((segment) => /[*?[\]{}()!]/.test(segment));
  return segments.slice(0, wild === -1 ? segments.length : wild).join("/");
}

/** What of a model its declaration has to say: what would be derived otherwise is left out. */
export function saidOf(
  { config: { api } }: OpenPlugin,
  { group, version, kind, plural }: EditedModel,
): readonly Said[] {
  const isDerived = (key: string): boolean =>
    key === "plural" ? plural === resourceNames(kind).plural : api === `${group}/${version}`;
  return Object.entries({ group, version, plural })
    .filter(([key]) => !isDerived(key))
    .map(([key, value]) => ({ key, value }));
}

interface Said {
  readonly key: string;
  readonly value: string;
}

/** What the fields of a new model refer to. */
interface Imported {
  /** Names of `@cmgen/model`. */
  readonly vocabulary: readonly string[];
  /** Import statements of the types of other models. */
  readonly others: readonly string[];
}

function importOf(name: string, module: string | undefined): readonly string[] {
  return module === undefined ? [] : [importStatement(module, { types: [name] })];
}

function moduleText({ kind, fields, status, doc }: AddModel, said: readonly Said[], imported: Imported): string {
  const members = (fields.length === 0 ? [sampleField] : fields).flatMap((field) => memberText(field, defaultStyle));
  return render("add/model", {
    kind,
    said,
    status,
    imports: ["Extension", ...imported.vocabulary].map((name) => `type ${name}`).join(", "),
    others: imported.others,
    members: members.map((line) => `${line}${/^(?:\/\*\*| \*)/.test(line) ? "" : ";"}`),
    comment: withTagsOnLines(doc),
  });
}

/** `SalesOrder` gives `sales-order`. */
export function kebabCase(name: string): string {
  return wordsOf(name).join("-");
}
