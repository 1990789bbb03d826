import { describe, expect, it } from "vitest";
import { addressOf, readEndpoints } from "./endpoints.js";

const schemas = { Body: { type: "object" } };
const read = (path: string, operation: object = {}) =>
  readEndpoints(
    { [path]: { parameters: [{ name: "name", in: "path", required: true, schema: {} }], post: operation } },
    schemas,
  );

describe("what a document says of endpoints", () => {
  it.each<[string, string | undefined, string | undefined]>([
    ["/apis/console.api.people.example.com/v1/people/{name}/cards", "people.example.com/people", "name"],
    ["/apis/console.api.people.example.com/v1/people/{name}", "people.example.com/people", "name"],
    ["/apis/console.api.people.example.com/v1/people/names", "people.example.com/people", undefined],
    ["/apis/uc.api.a.example.com/v1/as", "a.example.com/as", undefined],
    // An object of a model, and a path of the plugin's own.
    ["/apis/people.example.com/v1/people/{name}", undefined, undefined],
    ["/api/articles/{slug}", undefined, undefined],
  ])("%s", (path, model, name) => {
    const [endpoint] = read(path);
    expect(endpoint && `${endpoint.group}/${endpoint.plural}`).toBe(model);
    expect(endpoint?.nameParameter).toBe(name);
  });

  it("what they take", () => {
    const [endpoint] = read("/apis/c.api.a.b/v1/as/{name}/do", {
      summary: "Do it",
      parameters: [{ name: "tag", in: "query", description: "Which.", schema: { type: "array" } }],
      requestBody: {
        content: { "application/json": { schema: { $ref: "#/components/schemas/Body" } } },
      },
    });
    expect(endpoint).toMatchObject({
      method: "POST",
      summary: "Do it",
      body: { type: "object" },
    });
    expect(endpoint?.parameters.map(({ name }) => name)).toEqual(["name", "tag"]);
    if (endpoint === undefined) return;
    const { path, query } = addressOf(endpoint, { name: "a/b", tag: "x, y" });
    expect(path).toBe("/apis/c.api.a.b/v1/as/a%2Fb/do");
    expect(query.toString()).toBe("tag=x&tag=y");
  });
});
