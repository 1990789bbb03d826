import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { turbo } from "../steps/turbo.mjs";

await main(async () => {
  await ensureInstalled();
  await turbo(["build"], process.argv.slice(2));
});
