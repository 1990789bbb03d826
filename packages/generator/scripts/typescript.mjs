/** Stands in for `typescript` where openapi-typescript is bundled: the compiler that ts-morph brings along, whatever the plugin has. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export default createRequire(require.resolve("ts-morph"))("@ts-morph/common").ts;
