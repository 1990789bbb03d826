import { setTimeout as delay } from "node:timers/promises";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { defineController, defineSchedule, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { type CommandOutcome, runCmgen } from "../cli/run-cmgen.js";
import { exchange } from "../server/exchange.js";
import { startPeople } from "../server/people-server.js";
import { collection, send } from "../server/rule.js";
import { startSilencedProxy } from "./silenced-proxy.js";
import { postgresVersions, ReplicatedServer, replicateSynchronously, urlOf } from "./replicated-server.js";

const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

async function startPair(programs: string): Promise<readonly [primary: ReplicatedServer, standby: ReplicatedServer]> {
  const primary = await ReplicatedServer.startPrimary(programs);
  undo.push(() => primary.remove());
  const standby = await ReplicatedServer.startStandby(primary);
  undo.push(() => standby.remove());
  await replicateSynchronously(primary);
  return [primary, standby];
}

async function serve(databaseUrl: string): Promise<RunningServer> {
  const server = await startPeople("postgresql", { databaseUrl });
  undo.push(() => server.close());
  return server;
}

interface Answer {
  readonly name: string;
  readonly status: number;
  readonly retryAfter: string | undefined;
}

async function create({ url }: RunningServer, name: string): Promise<Answer> {
  const { status, headers } = await exchange(url, send("POST", "", { metadata: { name }, spec: { name } }));
  return { name, status, retryAfter: headers["retry-after"] };
}

/** Creates objects one after another until it is stopped. */
function startWriter(server: RunningServer, name: string): { stop(): Promise<readonly Answer[]> } {
  const answers: Answer[] = [];
  const stop = new AbortController();
  const written = (async () => {
    for (let number = 0; !stop.signal.aborted; number += 1) {
      answers.push(await create(server, `${name}-${number}`));
      await delay(5);
    }
  })();
  return {
    stop: async () => {
      stop.abort();
      await written;
      return answers;
    },
  };
}

async function names({ url }: RunningServer): Promise<readonly string[]> {
  const response = await fetch(`${url}${collection}?size=0`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: { metadata: { name: string } }[] }).items.map(
    (each) => each.metadata.name,
  );
}

/** The names that a watch is told of, in order. */
async function watch({ url }: RunningServer): Promise<readonly string[]> {
  const seen: string[] = [];
  const leave = new AbortController();
  undo.push(() => leave.abort());
  const response = await fetch(`${url}${collection}?watch=true`, { signal: leave.signal });
  void (async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const event = JSON.parse(line) as { type: string; object: { metadata: { name: string } } };
        if (event.type !== "BOOKMARK") seen.push(event.type === "ADDED" ? event.object.metadata.name : event.type);
      }
    }
    seen.push("ENDED");
  })().catch(() => undefined);
  return seen;
}

/** Answers that say neither that it was done nor that it may be tried again later. */
function wrong(answers: readonly Answer[]): readonly Answer[] {
  return answers.filter(({ status, retryAfter }) => status !== 201 && (status !== 503 || retryAfter === undefined));
}

describe.each(postgresVersions())("a service with a primary and a standby of %s in its URL", (_version, programs) => {
  it("goes on by itself when the standby takes over", { timeout: 120_000 }, async () => {
    const [primary, standby] = await startPair(programs);
    const reconciled: { readonly name: string; readonly server: number }[] = [];
    const due: number[] = [];
    const start = async (number: number): Promise<RunningServer> => {
      const tick = defineSchedule({ name: "tick", every: "1s", run: async (run) => void due.push(run.due.getTime()) });
      const seen = defineController({
        name: "seen",
        model: personModel,
        reconcile: async ({ object }) => void reconciled.push({ name: object.metadata.name, server: number }),
      });
      const tested = { ...plugin, manifests: false, controllers: [seen], schedules: [tick] };
      const databaseUrl = `${urlOf(primary, standby)}?target_session_attrs=read-write`;
      const options = { plugins: [tested], root: plugin.root, port: 0, databaseUrl, log: silentLog };
      const server = await startServer(options);
      undo.push(() => server.close());
      await server.started;
      return server;
    };
    const servers = [await start(0), await start(1)] as const;
    const watched = await watch(servers[0]);
    const writers = [
      startWriter(servers[0], "a"),
      startWriter(servers[0], "b"),
      startWriter(servers[1], "c"),
      startWriter(servers[1], "d"),
    ];
    await expect.poll(() => due.length).toBeGreaterThan(1);
    await primary.kill();
    await delay(3000);
    await standby.promote();
    const promoted = Date.now();
    await expect.poll(async () => (await create(servers[1], `later-${Date.now()}`)).status).toBe(201);
    const back = Date.now() - promoted;
    await expect.poll(() => due.filter((time) => time > promoted).length).toBeGreaterThan(2);
    const answers = (await Promise.all(writers.map((writer) => writer.stop()))).flat();

    expect(wrong(answers)).toEqual([]);
    const acknowledged = answers.filter(({ status }) => status === 201).map(({ name }) => name);
    const stored = await names(servers[0]);
    expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([]);
    await expect.poll(() => watched.toSorted()).toEqual(stored.toSorted());
    expect(new Set(due).size).toBe(due.length);
    await expect.poll(() => [...new Set(reconciled.map(({ name }) => name))].toSorted()).toEqual(stored.toSorted());
    const refused = answers.filter(({ status }) => status === 503).length;
    process.stderr.write(
      `\nfailover: ${acknowledged.length} acknowledged, ${refused} refused, back ${back} ms after the promotion\n`,
    );
  });

  it("starts while the first host is down, and says so of a standby alone", { timeout: 60_000 }, async () => {
    const [primary, standby] = await startPair(programs);
    const first = await serve(urlOf(standby, primary));
    expect((await create(first, "one")).status).toBe(201);
    const onStandby = startPeople("postgresql", { databaseUrl: standby.url });
    await expect(onStandby).rejects.toThrow(
      `${standby.host} is a standby, which takes no writes: name the primary, or all hosts, as postgresql://host1,host2/…`,
    );
    const command = (...args: readonly string[]): Promise<CommandOutcome> =>
      runCmgen(args, { workingFolder: fileURLToPath(plugin.root) });
    const both = urlOf(standby, primary);
    for (const words of [
      ["migrate", "status"],
      ["migrate", "deploy"],
      ["doctor", "--no-drift"],
    ])
      expect(await command(...words, "--database-url", both)).toMatchObject({ code: 0, error: "" });
    expect(await command("migrate", "deploy", "--database-url", standby.url)).toMatchObject({
      code: expect.toSatisfy((code) => code !== 0),
      error: expect.stringContaining(`${standby.host} is a standby, which takes no writes: name the primary`),
    });
    const emptied = await command("migrate", "reset", "--database-url", both);
    expect(emptied.error).toContain(`${standby.host},${primary.host}/people is a PostgreSQL database`);
    expect(emptied.error).not.toContain("secret");
    // A host that does not answer is not waited for.
    const silent = await startSilencedProxy(standby.url);
    undo.push(() => silent.close());
    silent.silence();
    const begun = performance.now();
    await serve(both.replace(standby.host, new URL(silent.url).host));
    expect(performance.now() - begun).toBeLessThan(30_000);
    await primary.kill();
    const onNone = startPeople("postgresql", { databaseUrl: urlOf(primary, standby) });
    await expect(onNone).rejects.toThrow(`connect ECONNREFUSED ${primary.host}; ${standby.host} is a standby`);
    await expect(onNone).rejects.not.toThrow("secret");
    await standby.promote();
    const second = await serve(urlOf(primary, standby));
    expect((await create(second, "two")).status).toBe(201);
    expect((await names(second)).toSorted()).toEqual(expect.arrayContaining(["one", "two"]));
  });

  it("leaves a primary that hangs, also when it goes on", { timeout: 120_000 }, async () => {
    const primary = await ReplicatedServer.startPrimary(programs);
    undo.push(() => primary.remove());
    const standby = await ReplicatedServer.startStandby(primary);
    undo.push(() => standby.remove());
    const server = await serve(urlOf(primary, standby));
    expect((await create(server, "before")).status).toBe(201);
    primary.pause("SIGSTOP");
    undo.push(() => primary.pause("SIGCONT"));
    await standby.promote();
    await expect.poll(async () => (await create(server, `meanwhile-${Date.now()}`)).status).toBe(201);
    primary.pause("SIGCONT");
    for (let number = 0; number < 20; number += 1)
      expect(await create(server, `after-${number}`)).toMatchObject({ status: 201 });
    const after = "SELECT count(*)::int AS count FROM people_example_com_people WHERE name LIKE 'after-%'";
    expect(await primary.query(after)).toEqual([{ count: 0 }]);
    expect(await standby.query(after)).toEqual([{ count: 20 }]);
  });

  it("does not keep connections that only read", { timeout: 60_000 }, async () => {
    const primary = await ReplicatedServer.startPrimary(programs);
    undo.push(() => primary.remove());
    const server = await serve(primary.url);
    await primary.query("ALTER ROLE service SET default_transaction_read_only = on");
    await breakConnections(primary);
    await expect.poll(async () => (await create(server, `refused-${Date.now()}`)).status).toBe(503);
    await primary.query("ALTER ROLE service RESET default_transaction_read_only");
    await expect.poll(async () => (await create(server, `done-${Date.now()}`)).status).toBe(201);
  });

  it("leaves a primary that returns as a standby, and one that still takes writes", { timeout: 120_000 }, async () => {
    const [primary, standby] = await startPair(programs);
    const server = await serve(urlOf(primary, standby));
    expect((await create(server, "before")).status).toBe(201);
    const past = `${primary.data}-past`;
    await primary.kill();
    execFileSync("cp", ["-a", primary.data, past]);
    await standby.promote();
    await expect.poll(async () => (await create(server, `after-${Date.now()}`)).status).toBe(201);

    await primary.follow(standby);
    await breakConnections(standby);
    await expect.poll(async () => (await create(server, `standby-${Date.now()}`)).status).toBe(201);

    // It takes writes again, as if nobody had taken its place.
    await primary.kill();
    execFileSync("rm", ["-r", primary.data]);
    execFileSync("cp", ["-a", past, primary.data]);
    primary.configure("synchronous_standby_names = ''");
    await primary.start();
    const before = await primary.query("SELECT count(*) AS count FROM cmgen_changes");
    await standby.kill();
    for (let number = 0; number < 40; number += 1) {
      expect(await create(server, `lost-${number}`)).toMatchObject({ status: 503, retryAfter: expect.any(String) });
      await delay(50);
    }
    expect(await primary.query("SELECT count(*) AS count FROM cmgen_changes")).toEqual(before);
    await standby.start();
    await expect.poll(async () => (await create(server, `right-${Date.now()}`)).status).toBe(201);
    expect(await primary.query("SELECT count(*) AS count FROM cmgen_changes")).toEqual(before);

    // A process that starts meanwhile goes to the newer one, whatever the order of the hosts.
    const other = await serve(urlOf(primary, standby));
    expect((await create(other, "other")).status).toBe(201);
    expect(await primary.query("SELECT count(*) AS count FROM cmgen_changes")).toEqual(before);
  });
});

async function breakConnections(server: ReplicatedServer): Promise<void> {
  await server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'cmgen%'");
}
