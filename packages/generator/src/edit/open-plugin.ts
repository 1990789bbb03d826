import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ts } from "ts-morph";

import { closestName } from "@cmgen/model/closest-name";
import type { ResolvedConfig } from "../config/resolved-config.js";
import { createReader } from "../read/create-reader.js";
import { findDeclarations, type ReadDeclaration, readDeclaration } from "../read/declaration/find-declarations.js";
import { InputFiles } from "../read/input-files.js";
import { pluginProgram } from "../read/program/plugin-program.js";
import type { Reader } from "../read/reader.js";
import { createReporter } from "../read/reporter.js";
import { surroundingsOf } from "../read/surroundings.js";
import { NamedTypes } from "../read/types/named-types.js";
import { EditError } from "./edit-error.js";
import type { EditedModel, ModelName } from "./edit-request.js";

/** A declaration whose attributes could be read. */
export type Declaration = ReadDeclaration & { readonly model: EditedModel & { readonly singular: string } };

/** A plugin as it is before an edit, with the types of its models. */
export interface OpenPlugin {
  readonly root: string;
  readonly config: ResolvedConfig;
  readonly reader: Reader;
  readonly declarations: readonly Declaration[];
}

export function openPlugin(root: string, config: ResolvedConfig): OpenPlugin {
  const inputs = new InputFiles();
  const { options, paths, ambient } = surroundingsOf(root, config, inputs);
  const { program } = pluginProgram({ root, files: [...new Set([...paths, ...ambient])], options, inputs });
  const reporter = createReporter(root, () => {});
  const reader = createReader({ program, reporter, named: new NamedTypes(), codeFiles: { inputs }, api: config.api });
  const files = paths.flatMap((path) => program.getSourceFile(path) ?? []);
  const declared = files.flatMap((file) => findDeclarations(reader, file));
  const read = declared.flatMap((call) => readDeclaration(reader, call) ?? []);
  return { root, config, reader, declarations: read.flatMap(withModel) };
}

function withModel(declaration: ReadDeclaration): readonly Declaration[] {
  const values = declaration.attributes?.values;
  if (values === undefined) return [];
  const { group, version, kind, plural, singular } = values;
  return [{ ...declaration, model: { group, version, kind, plural, singular } }];
}

/**
 * The declaration of the model that is meant.
 *
 * @throws {EditError} where there is none, or several.
 */
export function declarationOf({ declarations }: OpenPlugin, { model: name, apiVersion }: ModelName): Declaration {
  const asked = name.toLowerCase();
  const named = declarations.filter(({ model: { kind, singular, plural } }) =>
    [kind.toLowerCase(), singular, plural].includes(asked),
  );
  const found = apiVersion === undefined ? named : named.filter(({ model }) => model.version === apiVersion);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) {
    const versions = found.map(({ model }) => `${model.group}/${model.version}`).join(", ");
    throw new EditError(`${name} is declared as ${versions}. Say which is meant with --api-version.`);
  }
  const kinds = [...new Set(declarations.map(({ model }) => model.kind))];
  const meant = named.length === 0 ? closestName(name, kinds) : undefined;
  const hint = meant === undefined ? modelsHint(kinds) : `Did you mean ${meant}?`;
  throw new EditError(`The plugin has no model ${name}${apiVersion === undefined ? "" : ` in ${apiVersion}`}. ${hint}`);
}

function modelsHint(kinds: readonly string[]): string {
  return kinds.length === 0 ? "Add one with `cmgen add model`." : `Its models are ${kinds.join(", ")}.`;
}

/** A refusal that names a place in the sources. */
export function refusal({ reader }: OpenPlugin, node: ts.Node, message: string): EditError {
  const { file, start } = reader.files.spanOf(node);
  return new EditError(message, { file, ...start });
}

/** @throws {EditError} where a file is there already: an edit overwrites none. */
export function assertNoFile({ root }: OpenPlugin, path: string): void {
  if (existsSync(join(root, path))) {
    throw new EditError(`${path} is there already, and is not overwritten. Choose another name, or edit the file.`);
  }
}
