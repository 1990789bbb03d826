/** What `cmgen generate` needs where nothing has changed: a part of the index that loads in a fraction of its time. */
export { findPluginFolder, isPluginFolder } from "./config/find-plugin-folder.js";
export { SelectionError } from "./emit/select-files.js";
export { generate } from "./generate.js";
export { RunMemory } from "./run-memory.js";
