import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with the manifests in `extensions/`. */
export const manifestsDiagnostics = {
  CM7001: {
    message: "The service would refuse this manifest: {problem}",
    fix: "Correct it: the plugin does not start while one of its manifests is refused.",
  },
  CM7002: {
    severity: "warning",
    message: "No plugin of this service has the kind `{kind}` and the apiVersion `{apiVersion}`.",
    fix: "Correct them. If another plugin has the type, add its package to `plugins` in the config, or host this plugin where that one is.",
  },
  CM7003: {
    severity: "warning",
    message: "`{file}` is not a manifest, so it is ignored.",
    fix: "Name manifests `*.yaml`, `*.yml` or `*.json`, and move everything else out of `extensions`.",
  },
} as const satisfies Record<string, CatalogueEntry>;
