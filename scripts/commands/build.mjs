import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { build } from "../steps/build.mjs";

await main(async () => {
  await ensureInstalled();
  await build(process.argv.slice(2));
});
