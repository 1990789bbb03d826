import type { Change } from "@cmgen/store";
import { expect, test } from "vitest";
import { silentLog } from "../log/log.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import type { ChangeFollower } from "../watch/change-feed.js";
import { UserDirectory } from "./user-directory.js";

const model = { group: "users.example.com", plural: "users" } as ModelDescriptor;

function user(groups: readonly string[], disabled = false): ExtensionObject {
  const metadata = { name: "ann", uid: "u1" } as ExtensionObject["metadata"];
  return { apiVersion: "users.example.com/v1", kind: "User", metadata, spec: { groups, disabled } };
}

function changed(type: Change["type"] = "MODIFIED", plural = "users"): Change {
  const data = Buffer.from(JSON.stringify(user([])));
  return {
    revision: 1,
    mark: 1,
    at: 1,
    origin: null,
    type,
    group: model.group,
    plural,
    name: "ann",
    data,
    previous: null,
  };
}

/** A directory whose reads end when the test says so. */
function directory() {
  const reads: { resolve(found: ExtensionObject | undefined): void; reject(error: Error): void }[] = [];
  const ended: string[] = [];
  let follower: ChangeFollower | undefined;
  const made = new UserDirectory({
    users: { model, signUp: "closed" },
    log: silentLog,
    changes: {
      follow: async (given) => {
        follower = given;
        return () => undefined;
      },
    },
    find: () => new Promise((resolve, reject) => void reads.push({ resolve, reject })),
    ended: async ({ uid, name }, why) => void ended.push(`${name} ${uid} ${why}`),
  });
  const tick = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1));
  return {
    made,
    reads,
    ended,
    tick,
    change: (change: Change) => follower?.changed([change]),
    miss: () => follower?.missed(1),
  };
}

test("of two reads the one that began later counts, whichever ends first", async () => {
  const { made, reads, change, tick } = directory();
  const asked = made.user("ann");
  await tick();
  reads[0]?.resolve(user(["one"]));
  const known = await asked;
  expect(known.state?.groups).toEqual(["one"]);
  change(changed());
  await tick();
  change(changed());
  await tick();
  expect(reads).toHaveLength(3);
  reads[2]?.resolve(user(["three"]));
  await tick();
  reads[1]?.resolve(user(["two"]));
  await tick();
  // What the earlier one found was changed meanwhile, so it reads again.
  reads[3]?.resolve(user(["three"]));
  await tick();
  expect(known.state?.groups).toEqual(["three"]);
});

test("a change that could not be read is read again, and before anybody asks again", async () => {
  const { made, reads, change, tick } = directory();
  const asked = made.user("ann");
  await tick();
  reads[0]?.resolve(user(["one"]));
  const known = await asked;
  change(changed());
  await tick();
  reads[1]?.reject(new Error("away"));
  await tick();
  const retried = made.retry();
  reads[2]?.resolve(user(["two"]));
  await retried;
  expect(known.state?.groups).toEqual(["two"]);
  await made.retry();
  expect(reads).toHaveLength(3);
});

test("changes that were missed are read for all who are known", async () => {
  const { made, reads, miss, tick } = directory();
  const asked = made.user("ann");
  await tick();
  reads[0]?.resolve(user(["one"]));
  const known = await asked;
  miss();
  await tick();
  reads[1]?.resolve(undefined);
  await tick();
  expect(known.state).toBeUndefined();
});

test("an equal state is the same one, so that watches go on", async () => {
  const { made, reads, change, tick } = directory();
  const asked = made.user("ann");
  await tick();
  reads[0]?.resolve(user(["one"]));
  const { state } = await asked;
  change(changed());
  await tick();
  reads[1]?.resolve(user(["one"]));
  await tick();
  expect((await made.user("ann")).state).toBe(state);
});

test("those who are deleted or disabled are reported, known or not; other resources are not looked at", async () => {
  const { made, reads, ended, change, tick } = directory();
  await made.begin();
  change(changed("MODIFIED", "others"));
  change(changed("DELETED"));
  await tick();
  expect([reads.length, ended]).toEqual([0, ["ann u1 deleted"]]);
  change(changed());
  await tick();
  reads[0]?.resolve(user([], true));
  await tick();
  expect(ended).toEqual(["ann u1 deleted", "ann u1 disabled"]);
});
