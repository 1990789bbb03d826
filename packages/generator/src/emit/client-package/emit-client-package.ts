import type { ClientPackage } from "../../config/config.js";
import { publicProject } from "../../model/public-project.js";
import { headerOf } from "../../render/header.js";
import { clientFiles } from "../client/emit-client.js";
import { endpointGroups } from "../../render/endpoint-groups.js";
import type { Emitter, GeneratedFile } from "../../emitter/emitter.js";
import { typesFiles } from "../types/emit-types.js";
import { packageManifest } from "./package-manifest.js";
import { packageReadme } from "./package-readme.js";
import { unnamedInternals } from "./unnamed-internals.js";

/** A module of TypeScript as a package has it. */
export interface CompiledModule {
  /** JavaScript. */
  readonly code: string;
  /** Its declarations. */
  readonly types: string;
}

/**
 * The clients of all API versions as a package of their own, compiled: it can be published as it is. Nothing is imported but
 * `@cmgen/client`.
 */
export function clientPackageEmitter(config: ClientPackage, compile: (text: string) => CompiledModule): Emitter {
  return {
    name: "client package",
    emit(project) {
      const served = project.models.filter((model) => model.served !== false);
      const versions = [...new Set([...served, ...endpointGroups(project)].map(({ version }) => version))];
      const isUnnamed = unnamedInternals(project);
      const types = typesFiles(publicProject(project), "@cmgen/client")
        .filter(({ model }) => model === undefined || !isUnnamed(model))
        .map((file) => ({ ...file, path: declarationPath(file.path) }));
      const files = [
        ...types,
        ...clientFiles(project, (version, hasEndpoints) =>
          headerOf(`the models ${hasEndpoints ? "and endpoints " : ""}of ${version}`),
        ).flatMap((file) => compiled(file, compile)),
        { path: "package.json", contents: packageManifest(project, versions, config) },
        { path: "README.md", contents: packageReadme(project, served, config) },
      ];
      return files.map((file) => ({ ...file, path: `${config.dir}/${file.path}` }));
    },
  };
}

function compiled(
  { path, contents }: GeneratedFile,
  compile: (text: string) => CompiledModule,
): readonly GeneratedFile[] {
  const { code, types } = compile(contents);
  // Declarations start after it.
  const header = contents.slice(0, contents.indexOf("\n"));
  return [
    { path: path.replace(/\.ts$/, ".js"), contents: code },
    { path: declarationPath(path), contents: `${header}\n\n${types}` },
  ];
}

function declarationPath(path: string): string {
  return path.replace(/\.ts$/, ".d.ts");
}
