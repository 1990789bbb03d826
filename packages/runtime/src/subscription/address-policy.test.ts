import { describe, expect, it } from "vitest";
import { AddressPolicy } from "./address-policy.js";
import { urlProblem } from "./webhook-url.js";

const none = new AddressPolicy([]);

describe("AddressPolicy", () => {
  it.each(["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "::ffff:8.8.8.8"])("may connect to %s", (address) => {
    expect(none.mayConnect(address)).toBe(true);
    expect(none.isAllowed(address)).toBe(false);
  });

  it.each([
    ["this host", "0.0.0.0", "::"],
    ["loopback", "127.0.0.1", "127.255.255.254", "::1"],
    ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12::1", "fec0::1"],
    ["link-local and metadata", "169.254.169.254", "fe80::1", "fd00:ec2::254"],
    ["carrier-grade NAT", "100.64.0.1", "100.100.100.200"],
    ["multicast and broadcast", "224.0.0.1", "239.1.1.1", "255.255.255.255", "ff02::1"],
    [
      "reserved",
      "192.0.0.1",
      "192.0.2.1",
      "198.18.0.1",
      "198.51.100.1",
      "203.0.113.1",
      "240.0.0.1",
      "2001:db8::1",
      "3fff::1",
    ],
    ["IPv4 in IPv6", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::a00:1"],
    ["tunnels", "2002:a00:1::1", "2001::1", "192.88.99.1"],
    ["no address", "", "localhost", "1.2.3.4.5"],
  ])("does not connect to %s", (_, ...addresses) => {
    for (const address of addresses) expect([address, none.mayConnect(address)]).toEqual([address, false]);
  });

  it("connects to what the operator allows, and to nothing beside it", () => {
    const policy = new AddressPolicy(["10.1.0.0/16", "127.0.0.1", "fd00::/8"]);
    for (const address of ["10.1.2.3", "127.0.0.1", "::ffff:127.0.0.1", "fd12::1"])
      expect([policy.isAllowed(address), policy.mayConnect(address)]).toEqual([true, true]);
    for (const address of ["10.2.0.1", "127.0.0.2", "::1", "fe80::1"]) expect(policy.mayConnect(address)).toBe(false);
  });

  it.each(["localhost", "10.0.0.0/33", "10.0.0.0/", "example.com", ""])("cannot allow %j", (text) => {
    expect(() => new AddressPolicy([text])).toThrow(/CMGEN_SUBSCRIPTIONS_ALLOW/);
  });
});

describe("urlProblem", () => {
  const allowing = new AddressPolicy(["10.0.0.0/8"]);

  it.each(["https://example.com/x?y=1", "http://example.com/", "https://8.8.8.8/", "http://10.0.0.1:8080/"])(
    "lets %s pass",
    (url) => expect(urlProblem(url, allowing)).toBeUndefined(),
  );

  it.each<readonly [url: string, problem: string]>([
    ["", "is not a URL"],
    ["example.com", "is not a URL"],
    ["ftp://example.com/", "must begin with"],
    ["file:///etc/passwd", "must begin with"],
    ["https://ann:secret@example.com/", "must not have a user name"],
    ["https://example.com/#x", "must not have a fragment"],
    ["http://8.8.8.8/", "without encryption"],
    ...["https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://[::1]/"].map(
      (url) => [url, "not a public address"] as const,
    ),
    ["https://[::ffff:169.254.169.254]/", "not a public address"],
    ["https://017700000001/", "not a public address"],
  ])("refuses %s", (url, problem) => expect(urlProblem(url, allowing)).toContain(problem));
});
