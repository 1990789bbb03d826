import { describe, expect, it } from "vitest";
import { Metrics } from "./metrics.js";

const request = { method: "GET", route: "people", status: 200, isWatch: false };

describe("Metrics", () => {
  it("counts requests and times them", async () => {
    const metrics = new Metrics();
    for (const seconds of [0.002, 0.03, 20]) metrics.record({ ...request, seconds });
    metrics.record({ ...request, method: "PUT", status: 409, seconds: 0.001 });
    const lines = (await metrics.print()).split("\n");
    expect(lines).toContain('cmgen_http_requests_total{method="GET",route="people",status="200"} 3');
    expect(lines).toContain('cmgen_http_requests_total{method="PUT",route="people",status="409"} 1');
    const bucket = (le: string, status: number): string =>
      `cmgen_http_request_duration_seconds_bucket{le="${le}",route="people",status="${status}"}`;
    expect(lines).toContain(`${bucket("0.001", 409)} 1`);
    expect(lines).toContain(`${bucket("0.05", 200)} 2`);
    expect(lines).toContain(`${bucket("10", 200)} 2`);
    expect(lines).toContain(`${bucket("+Inf", 200)} 3`);
    expect(lines.at(-1)).toBe("");
  });

  it("counts watches without timing them", async () => {
    const metrics = new Metrics();
    metrics.record({ ...request, seconds: 3600, isWatch: true });
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
