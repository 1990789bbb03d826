import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCmgen } from "../cli/run-cmgen.js";
import { buildHooksPlugin, HooksService, type HooksPlugin } from "../subscriptions/hooks-service.js";
import { TestReceiver } from "../subscriptions/receiver.js";
import { backupEngines, peoplePlaces } from "./people-places.js";

let built: HooksPlugin;
beforeAll(async () => {
  built = await buildHooksPlugin();
});
afterAll(() => built.remove());

describe.each(backupEngines())("after a restore on %s", (engine) => {
  it("the receivers of subscriptions are told once to list again, and are sent what comes then", async () => {
    const places = await peoplePlaces(engine);
    const url = await places.database();
    const receiver = await TestReceiver.start();
    const cmgen = async (...args: readonly string[]): Promise<void> => {
      const ended = await runCmgen([...args, "--database-url", url], {
        workingFolder: fileURLToPath(built.plugin.root),
      });
      expect(ended).toMatchObject({ code: 0, error: "" });
    };
    let service = await HooksService.start(built.plugin, url);
    await service.subscribe("all", receiver.url);
    await service.add("ann");
    await expect.poll(() => receiver.seen).toEqual(["people.added ann"]);
    const backup = join(places.folder, "hooks.backup");
    await cmgen("backup", backup);
    await service.add("bob");
    await expect.poll(() => receiver.seen).toEqual(["people.added ann", "people.added bob"]);
    await service.close();

    await cmgen("restore", backup, "--force");
    service = await HooksService.start(built.plugin, url);
    await expect.poll(() => receiver.seen.slice(2)).toEqual(["subscription.resync"]);
    await service.add("cleo");
    await expect.poll(() => receiver.seen.slice(2)).toEqual(["subscription.resync", "people.added cleo"]);
    expect((await service.statusOf("all")).state).toBe("Active");
    await service.close();
    // The next start has nothing to tell.
    service = await HooksService.start(built.plugin, url);
    await service.add("dan");
    await expect.poll(() => receiver.seen.slice(3)).toEqual(["people.added cleo", "people.added dan"]);
    await service.close();
    await receiver.close();
    await places.remove();
  });
});
