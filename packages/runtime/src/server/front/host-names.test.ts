import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { HostNames } from "./host-names.js";

const request = new IncomingMessage(new Socket());

describe("names of a service", () => {
  const names = new HostNames(["people.example.com", ".desk.example.com"]);

  it.each([
    "people.example.com",
    "People.Example.com.:8090",
    "desk.example.com",
    "acme.desk.example.com",
    "a.b.desk.example.com:443",
    "x.localhost",
    "127.0.0.1",
  ])("have %s", (host) => {
    expect(names.problem(request, host, "Host")).toBeUndefined();
    // Remembered by then.
    expect(names.problem(request, host, "Host")).toBeUndefined();
  });

  it.each([
    "example.com",
    "acme.people.example.com",
    "evildesk.example.com",
    "desk.example.com.evil.example",
    ".example.com",
    "192.0.2.1",
    "",
  ])("do not have %s", (host) => {
    expect(names.problem(request, host, "Host")).toMatchObject({ code: "Forbidden" });
  });
});
