/** Stands in for `typescript` where openapi-typescript is bundled: the compiler that ts-morph brings along, whatever the plugin has. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

// openapi-typescript imports it as one.
// oxlint-disable-next-line import/no-default-export
export default createRequire(require.resolve("ts-morph"))("@ts-morph/common").ts;
