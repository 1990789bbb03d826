import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { installedPostgres } from "../../scripts/steps/installed-postgres.mjs";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { serverUser } from "../postgres/postgres-process.mjs";

/** The folder of the programs of a PostgreSQL that has Citus: `CMGEN_TEST_CITUS` names it, or it is installed where Debian's packages are. */
export function citusPrograms(): string | undefined {
  const named = process.env["CMGEN_TEST_CITUS"];
  if (named !== undefined) return named;
  const found = installedPostgres().find((folder) => existsSync(extensionBeside(folder)));
  if (found === undefined)
    process.stderr.write(
      "\nSKIPPED: Citus: no PostgreSQL with the extension citus is installed; CMGEN_TEST_CITUS names its programs\n\n",
    );
  return found;
}

function extensionBeside(folder: string): string {
  const version = /(\d+)\/bin$/.exec(folder)?.[1] ?? "";
  return `/usr/share/postgresql/${version}/extension/citus.control`;
}

const settings = [
  "shared_preload_libraries=citus",
  "citus.node_conninfo=sslmode=disable",
  // A tenant is moved by logical replication.
  "wal_level=logical",
  "max_connections=300",
  "max_prepared_transactions=600",
  "jit=off",
  "log_line_prefix=",
];

export interface ClusterNode {
  readonly url: string;
  readonly port: number;
  /** Ends it as a crash does. */
  kill(): void;
  start(): void;
  stop(): void;
  /** What clients have sent since the last call, a line for each statement. */
  statements(): readonly string[];
}

/** A coordinator with workers. */
export interface Cluster {
  readonly coordinator: ClusterNode;
  readonly workers: readonly ClusterNode[];
  /** Adds a node, to which nothing belongs yet. */
  addWorker(): Promise<ClusterNode>;
  /** Gives a schema, which a service has made, to a worker. */
  distribute(name: string, worker: ClusterNode): Promise<void>;
  /** Moves a schema while it is used. */
  move(name: string, worker: ClusterNode): Promise<void>;
  /** The worker that a schema is on. */
  ownerOf(name: string): Promise<ClusterNode>;
  stop(): void;
}

/** Runs a statement on a connection of its own. */
export async function ask<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

export async function startCluster(programs: string, workerCount: number): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-citus-"));
  chmodSync(folder, 0o755);
  const nodes: ClusterNode[] = [];
  const startNode = async (): Promise<ClusterNode> => {
    const node = await makeNode(programs, join(folder, String(nodes.length)));
    nodes.push(node);
    node.start();
    await ask(node.url, "CREATE EXTENSION citus");
    return node;
  };
  const coordinator = await startNode();
  await ask(coordinator.url, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  const workers: ClusterNode[] = [];
  const cluster: Cluster = {
    coordinator,
    workers,
    addWorker: async () => {
      const worker = await startNode();
      await ask(coordinator.url, `SELECT citus_add_node('127.0.0.1', ${worker.port})`);
      workers.push(worker);
      return worker;
    },
    distribute: async (name, worker) => {
      await ask(coordinator.url, "SELECT citus_schema_distribute($1)", [name]);
      if ((await cluster.ownerOf(name)) !== worker) await cluster.move(name, worker);
    },
    move: async (name, worker) => {
      await ask(coordinator.url, `SELECT citus_schema_move('${name}', '127.0.0.1', ${worker.port})`);
    },
    ownerOf: async (name) => {
      const [row] = await ask<{ port: number }>(
        coordinator.url,
        "SELECT nodeport AS port FROM citus_shards WHERE table_name = to_regclass($1)",
        [`${name}.cmgen_revision`],
      );
      const owner = workers.find(({ port }) => port === row?.port);
      if (owner === undefined) throw new Error(`No worker has the schema ${name}`);
      return owner;
    },
    stop: () => {
      for (const node of nodes.toReversed()) node.stop();
      rmSync(folder, { recursive: true });
    },
  };
  for (let count = 0; count < workerCount; count += 1) await cluster.addWorker();
  return cluster;
}

async function makeNode(programs: string, data: string): Promise<ClusterNode> {
  const port = await freePort();
  const log = `${data}.log`;
  const user = serverUser();
  mkdirSync(data);
  writeFileSync(log, "");
  if (user !== undefined) for (const path of [data, log]) chownSync(path, user.uid, user.gid);
  const run = (program: string, ...args: readonly string[]): string =>
    execFileSync(join(programs, program), args, { ...user, cwd: data, stdio: "pipe", encoding: "utf8" });
  run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C");
  const flags = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${data}`, ...settings];
  appendFileSync(join(data, "postgresql.conf"), flags.map((flag) => flag.replace(/=(.*)/, " = '$1'")).join("\n"));
  const end = (mode: string): void => {
    process.off("exit", kill);
    run("pg_ctl", "stop", "-D", data, "-m", mode);
  };
  const kill = (): void => end("immediate");
  let read = 0;
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    port,
    start: () => {
      // Its output goes to the file, so that it does not keep this process waiting.
      // After a crash it recovers first: minutes, where it has the tables of hundreds of tenants.
      run("pg_ctl", "start", "-D", data, "-l", log, "-w", "-t", "600");
      process.once("exit", kill);
    },
    kill,
    stop: () => end("fast"),
    statements: () => {
      const text = readFileSync(log, "utf8").slice(read);
      read += text.length;
      return text.split("\n").filter((line) => /LOG:\s+(statement|execute)/.test(line));
    },
  };
}
