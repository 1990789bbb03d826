import { Counter, Histogram, Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { Metrics } from "./metrics.js";
import { DURATION_BUCKETS } from "./served-requests.js";

const request = { method: "GET", route: "people", status: 200, isWatch: false };

describe("Metrics", () => {
  it("counts requests and times them", async () => {
    const metrics = new Metrics();
    for (const seconds of [0.002, 0.03, 20]) metrics.requests.record({ ...request, seconds });
    metrics.requests.record({ ...request, method: "PUT", status: 409, seconds: 0.001 });
    const lines = (await metrics.print()).split("\n");
    expect(lines).toContain('cmgen_http_requests_total{method="GET",route="people",status="200"} 3');
    expect(lines).toContain('cmgen_http_requests_total{method="PUT",route="people",status="409"} 1');
    const bucket = (le: string, status: number): string =>
      `cmgen_http_request_duration_seconds_bucket{le="${le}",route="people",status="${status}"}`;
    expect(lines).toContain(`${bucket("0.001", 409)} 1`);
    expect(lines).toContain(`${bucket("0.05", 200)} 2`);
    expect(lines).toContain(`${bucket("10", 200)} 2`);
    expect(lines).toContain(`${bucket("+Inf", 200)} 3`);
    const labels = '{route="people",status="200"}';
    expect(lines).toContain(`cmgen_http_request_duration_seconds_count${labels} 3`);
    expect(lines).toContain(`cmgen_http_request_duration_seconds_sum${labels} 20.032`);
    expect(lines).toContain("# TYPE cmgen_http_request_duration_seconds histogram");
    expect(lines.at(-1)).toBe("");
  });

  it("prints what prom-client's own counter and histogram print", async () => {
    const metrics = new Metrics();
    const registry = new Registry();
    const help = {
      requests: "Requests answered.",
      durations: "Time from a request's arrival to the end of its answer. Without watches.",
    };
    const name = { requests: "cmgen_http_requests_total", durations: "cmgen_http_request_duration_seconds" };
    const registers = [registry];
    const requests = new Counter({
      name: name.requests,
      help: help.requests,
      labelNames: ["method", "route", "status"],
      registers,
    });
    const durations = new Histogram({
      name: name.durations,
      help: help.durations,
      labelNames: ["route", "status"],
      buckets: DURATION_BUCKETS,
      registers,
    });
    for (const seconds of [0, 0.0004, ...DURATION_BUCKETS, 11]) {
      for (const labels of [
        { route: "people", status: 200 },
        { route: "other", status: 404 },
      ]) {
        metrics.requests.record({ method: "GET", ...labels, seconds, isWatch: false });
        requests.inc({ method: "GET", ...labels });
        durations.observe(labels, seconds);
      }
    }
    expect(await metrics.print()).toBe(await registry.metrics());
    // Printing counts nothing.
    expect(await metrics.print()).toBe(await registry.metrics());
  });

  it("counts watches without timing them", async () => {
    const metrics = new Metrics();
    metrics.requests.record({ ...request, seconds: 3600, isWatch: true });
    const text = await metrics.print();
    expect(text).toContain('cmgen_http_requests_total{method="GET",route="people",status="200"} 1');
    expect(text).not.toContain("duration_seconds_count{");
  });

  it("reads gauges when it prints, and forgets values that are gone", async () => {
    let values = [{ labels: { of: 'x"\\\n' }, value: 1 }];
    const metrics = new Metrics();
    metrics.gauge({ name: "queue", help: "Waiting.", labels: ["of"], read: () => values });
    expect(await metrics.print()).toContain('# TYPE queue gauge\nqueue{of="x\\"\\\\\\n"} 1\n');
    values = [];
    expect(await metrics.print()).not.toContain("queue{");
  });
});
