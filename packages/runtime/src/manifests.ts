/** For `cmgen generate`, which checks a plugin's manifests with the code that the service runs when it starts. */
export { checkManifests, type ManifestTypes } from "./manifest/check-manifests.js";
export type { ManifestProblem } from "./manifest/manifest-error.js";
export type { Manifest } from "./manifest/manifest.js";
export { readManifests, type ManifestFolder } from "./manifest/read-manifests.js";
export type { ModelDescriptor } from "./model/model-descriptor.js";
// What generated validators import from `@cmgen/runtime/codegen`, without the server that is there, too.
export { writeDefaults } from "./model/defaults.js";
export {
  appendErrors,
  formats,
  hasOwn,
  jsonEqual as equal,
  repeatedItem,
  repeatedKey,
  report,
  reportUnknown,
  ucs2length,
  unknownNames,
  violationsOf,
} from "@cmgen/model/internal";
