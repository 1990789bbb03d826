import type { PoolUse, ReplicaLag, Store } from "@cmgen/store";
import type { Metrics } from "../metrics/metrics.js";
import type { ProgressReporters } from "./progress-reporters.js";

/** Adds metrics of the database's connections, and of what goes over all objects of a resource when a plugin starts. */
export function addServiceGauges(
  metrics: Metrics,
  store: Pick<Store, "pools" | "replicaLag">,
  progress: ProgressReporters,
): void {
  const addPool = (name: string, help: string, valueOf: (use: PoolUse) => number): void => {
    const read = (): { labels: { pool: string }; value: number }[] =>
      store.pools().map((use) => ({ labels: { pool: use.pool }, value: valueOf(use) }));
    metrics.gauge({ name, help, labels: ["pool"], read });
  };
  addPool("cmgen_database_connections", "Open connections to PostgreSQL.", ({ open }) => open);
  addPool("cmgen_database_connections_idle", "Open connections that are not in use.", ({ idle }) => idle);
  addPool("cmgen_database_connections_waiting", "Queries that wait for a connection.", ({ waiting }) => waiting);
  const addLag = (name: string, help: string, valueOf: (lag: ReplicaLag) => number): void => {
    const read = (): { labels: object; value: number }[] => {
      const lag = store.replicaLag();
      return lag === undefined ? [] : [{ labels: {}, value: valueOf(lag) }];
    };
    metrics.gauge({ name, help, labels: [], read });
  };
  addLag(
    "cmgen_database_replica_lag_revisions",
    "Changes that the replica does not have yet.",
    ({ revisions }) => revisions,
  );
  addLag(
    "cmgen_database_replica_lag_seconds",
    "Time since the replica last had all changes, or since the start; 0 while it has, and without a replica.",
    ({ seconds }) => seconds,
  );
  for (const part of ["done", "total"] as const) {
    metrics.gauge({
      name: `cmgen_start_objects_${part}`,
      help: `Objects ${part === "done" ? "done" : "in all"}, while indexes are built or objects are changed at start.`,
      labels: ["plugin", "resource", "work"],
      read: () => runningWork(progress).map(({ labels, ...objects }) => ({ labels, value: objects[part] })),
    });
  }
}

function runningWork({ indexing, evolving }: ProgressReporters): readonly {
  readonly labels: { readonly plugin: string; readonly resource: string; readonly work: string };
  readonly done: number;
  readonly total: number;
}[] {
  return [
    ...indexing.running().map((each) => ({ ...each, work: "indexing" })),
    ...evolving.running().map((each) => ({ ...each, work: "evolving" })),
  ].map(({ plugin, work, progress: { resource, done, total } }) => ({
    labels: { plugin, resource, work },
    done,
    total,
  }));
}
