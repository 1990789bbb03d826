import { selector, valuesOf } from "@cmgen/model";
import { parseSelector } from "@cmgen/model/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPeopleClient, peopleList } from "./people.test.fixture.js";
import { startServer } from "./scripted-server.test.fixture.js";

test("what is interpolated is a value, whatever it contains", () => {
  // A value cannot hold U+0000, in quotes or not.
  const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\0"));
  fc.assert(
    fc.property(text, fc.array(text), (value, list) => {
      const sent = String(selector`a=${value},b in (${list}),c>${3}`);
      expect(parseSelector(sent, "field")).toEqual([
        { key: "a", operator: "in", values: [value] },
        { key: "b", operator: "in", values: list },
        { key: "c", operator: ">", values: ["3"] },
      ]);
    }),
  );
});

test("takes no values of other objects, which are no values", () => {
  const of = valuesOf({ type: { group: "a.example.com", plural: "follows" } }, "metadata.name") as unknown as string;
  expect(() => selector`a in ${of}`).toThrow(
    new TypeError("A selector`…` takes values, and not valuesOf(…): write it as `{ in: valuesOf(…) }` in `where`"),
  );
  expect(() => selector`a=${{} as string}`).toThrow(TypeError);
});

test("is sent as it is, for fields and for labels", async () => {
  await using server = await startServer(() => ({ body: peopleList([], { resourceVersion: "1" }) }));
  const since = new Date(0);
  await createPeopleClient({ baseUrl: server.url }).list({
    where: selector`metadata.creationTimestamp>=${since}`,
    labels: selector`!example.com/old`,
  });
  expect(server.received[0]?.query.get("fieldSelector")).toBe('metadata.creationTimestamp>="1970-01-01T00:00:00.000Z"');
  expect(server.received[0]?.query.get("labelSelector")).toBe("!example.com/old");
});
