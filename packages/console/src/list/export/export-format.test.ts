import { expect, it } from "vitest";
import { readDocument } from "../../api/read-document.js";
import { csvTable, jsonLines } from "./export-format.js";

const document = readDocument({
  paths: { "/apis/a.example.com/v1/notes": { "x-cmgen-resource": { kind: "Note" } } },
  components: {
    schemas: {
      Text: { type: "string" },
      StoredNote: {
        type: "object",
        properties: {
          metadata: { type: "object", properties: { name: { type: "string" }, labels: { type: "object" } } },
          spec: {
            type: "object",
            properties: {
              text: { $ref: "#/components/schemas/Text" },
              state: { enum: ["open", "closed"] },
              mixed: { anyOf: [{ type: "string" }, { type: "number" }] },
              age: { type: "integer" },
              tags: { type: "array", items: { type: "string" } },
            },
          },
        },
      },
    },
  },
});
const [model] = document.models;
const columns = ["spec.text", "spec.state", "spec.mixed", "spec.age", "spec.tags", "metadata.labels"];
const table = csvTable(document, model ?? expect.unreachable("no model"), columns);
const row = (spec: object, metadata: object = {}): string =>
  table.print(JSON.stringify({ metadata: { name: "n", ...metadata }, spec }));

it("has the paths of the columns above the cells", () => {
  expect(table.head).toBe("metadata.name,spec.text,spec.state,spec.mixed,spec.age,spec.tags,metadata.labels\r\n");
  expect(row({ text: "42", state: "open", mixed: "42", age: -3, tags: ["a"] }, { labels: { a: "b" } })).toBe(
    'n,42,open,"""42""",-3,"[""a""]","{""a"":""b""}"\r\n',
  );
  expect(row({})).toBe("n,,,,,,\r\n");
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])("%j is not run by a spreadsheet", (text) => {
  const [, cell = ""] = row({ text }).split(",");
  expect(cell.replace(/^"/, "")).toMatch(/^'/);
});

it("writes objects as they come, as lines", () => {
  const { head, print } = jsonLines();
  expect(head + print('{"a":1}') + print('{"a":2}')).toBe('{"a":1}\n{"a":2}\n');
});
