/**
 * What the generator package uses of openapi-typescript: entry of the bundle. Its loader stays out, which would follow references to files
 * and addresses; documents are read, bounded and checked by us.
 */
export { astToString } from "openapi-typescript/dist/lib/ts.mjs";
export { resolveRef } from "openapi-typescript/dist/lib/utils.mjs";
export { default as transformSchema } from "openapi-typescript/dist/transform/index.mjs";
