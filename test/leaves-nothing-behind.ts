import { afterAll, expect, vi } from "vitest";

/** What a file of tests could leave behind for those that its process runs next. Servers and processes may be about to end. */
function leftovers(): object {
  const events = ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtException", "unhandledRejection"];
  const count = (resource: string): number =>
    process.getActiveResourcesInfo().filter((active) => active === resource).length;
  return {
    environment: { ...process.env },
    folder: process.cwd(),
    hasFakeTimers: vi.isFakeTimers(),
    listeners: events.map((event) => `${event}: ${process.listenerCount(event)}`),
    servers: count("TCPServerWrap"),
    processes: count("ProcessWrap"),
  };
}

const before = leftovers();

// Of all hooks that run after the tests of a file, the first that was set runs last.
afterAll(() =>
  vi.waitFor(() => expect(leftovers(), "This file leaves something behind in its process").toEqual(before), {
    timeout: 20_000,
  }),
);
