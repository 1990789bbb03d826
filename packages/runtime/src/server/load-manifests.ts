import { fileURLToPath } from "node:url";
import { ApiError } from "../error/api-error.js";
import { systemName } from "../access/writer.js";
import { applyManifests, type ManifestCounts } from "../manifest/apply-manifests.js";
import { checkManifests } from "../manifest/check-manifests.js";
import { ManifestError } from "../manifest/manifest-error.js";
import type { ManifestMode } from "../manifest/manifest.js";
import { readManifests } from "../manifest/read-manifests.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { createWriteContext } from "../host/create-write-context.js";
import type { Service } from "../host/service.js";
import type { Plugin } from "../plugin/plugin.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";

/** What loading a plugin's manifests needs. */
export interface ManifestLoading {
  readonly service: Service;
  readonly registry: PluginRegistry;
  /** Resolves once objects of the model can be written. */
  readonly isWritable: (model: ModelDescriptor) => Promise<void>;
}

/** What was loaded, for the log. */
export interface LoadedManifests extends ManifestCounts {
  readonly manifests: number;
}

/**
 * Loads a plugin's manifests (spec 1): checks all of them, then applies them. Loading again changes nothing.
 *
 * @throws {ManifestError} with every problem that checking has found, and nothing is written; or with every manifest that is refused when it
 * is applied.
 */
export async function loadManifests(
  { service, registry, isWritable }: ManifestLoading,
  plugin: Plugin,
): Promise<LoadedManifests> {
  const { manifests, problems, others } =
    plugin.manifests === false
      ? { manifests: [], problems: [], others: [] }
      : await readManifests(fileURLToPath(plugin.root));
  if (others.length > 0) service.log.warn({ plugin: plugin.name, files: others }, "files are not manifests");
  const found = checkManifests(manifests, {
    findModel: (apiVersion, kind) => registry.findModel(apiVersion, kind),
    hasHooks: (model) => service.hooksOf(model.storage ?? model) !== undefined,
  });
  if (problems.length + found.problems.length > 0) throw new ManifestError([...problems, ...found.problems]);
  const counts = await applyManifests(found.checked, {
    mode: modeOf(plugin),
    contextOf: async (model) => {
      await isWritable(model).catch((error: unknown) => {
        // A plugin's own failure is what it fails with.
        if (registry.ownerOf(model) === plugin) throw error;
        throw notStarted(registry.ownerOf(model), model);
      });
      const origin = { actor: systemName({ plugin: plugin.name }), verb: "update" };
      return { ...createWriteContext(service, model), origin };
    },
  });
  return { manifests: manifests.length, ...counts };
}

function notStarted({ name }: Plugin, { kind }: ModelDescriptor): ApiError {
  return new ApiError("NotReady", `The plugin ${name}, which has the type ${kind}, could not start.`);
}

function modeOf({ manifests }: Plugin): ManifestMode {
  return typeof manifests === "string" ? manifests : "create";
}
