import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "./metrics.js";

/** Adds metrics of the process. Returns a function that stops measuring. */
export function addProcessGauges(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const add = (name: string, help: string, value: () => number): void =>
    metrics.gauge({ name, help, labels: [], read: () => [{ labels: {}, value: value() }] });
  add("process_resident_memory_bytes", "Memory the process holds.", () => process.memoryUsage.rss());
  add("process_uptime_seconds", "Time since the process started.", () => process.uptime());
  add(
    "nodejs_eventloop_delay_p99_seconds",
    "How long the event loop was held up, 99th percentile since the last reading.",
    () => {
      const value = delay.percentile(99) / 1e9;
      delay.reset();
      return value;
    },
  );
  return () => void delay.disable();
}
