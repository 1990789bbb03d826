import { Registry } from "prom-client";
import { silentLog, startServer } from "@cmgen/runtime";
import { expect, vi } from "vitest";
import { Metrics } from "../../../packages/runtime/dist/metrics/metrics.js";
import { addTenantMetrics } from "../../../packages/runtime/dist/server/tenants/tenant-metrics.js";
import { SubscriptionMetrics } from "../../../packages/runtime/dist/subscription/subscription-metrics.js";
import { plugin } from "../../../examples/tracker/dist/generated/plugin.js";
import { createDatabase } from "../../postgres/create-database.js";
import { code, markdownTable } from "./markdown-table.js";

interface RegisteredMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** The metrics that a service on PostgreSQL registers, with controllers, schedules, subscriptions and tenants. */
export async function renderMetricsPage(): Promise<string> {
  const registered = await registeredMetrics();
  const rows = registered.map(({ name, help, labelNames }) => [code(name), labelNames.map(code).join(", "), help]);
  return `# Metrics

\`/metrics\` has these, in the text format of Prometheus. [Monitoring](../monitoring.md) says what to watch for. A counter's name ends in
\`_total\`; a duration is a histogram; all others are gauges.

${markdownTable(["Metric", "Labels", "Meaning"], rows)}
`;
}

/** prom-client's own registry is asked to keep a list of what it is given. */
async function registeredMetrics(): Promise<readonly RegisteredMetric[]> {
  const register = vi.spyOn(Registry.prototype, "registerMetric");
  try {
    const { root } = plugin;
    const databaseUrl = await createDatabase();
    const server = await startServer({ plugins: [plugin], root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    await server.close();
    // The service has neither subscriptions nor tenants.
    expect(new SubscriptionMetrics(new Metrics(), () => undefined)).toBeDefined();
    const counts = { open: 0, opened: 0, closed: 0, failed: 0 };
    addTenantMetrics(new Metrics(), { counts, failing: () => Promise.resolve(0) });
    const metrics = register.mock.calls.map(([metric]) => metric as unknown as RegisteredMetric);
    const distinct = [...new Map(metrics.map((metric) => [metric.name, metric])).values()];
    return distinct.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    register.mockRestore();
  }
}
