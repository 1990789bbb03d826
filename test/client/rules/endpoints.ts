import { expect } from "vitest";
import { person, refusal, type ClientRule } from "../client-rule.js";

export const endpointRules: readonly ClientRule[] = [
  {
    rule: "an endpoint takes parameters of its path and a body, and gives the value of its answer",
    holds: async ({ people, consoleApi, name }) => {
      await people.create(person(name));
      const body = { message: "Sixty years!" };
      const card = await consoleApi.post("/people/{name}/cards", { params: { name }, body });
      expect(card).toEqual({ to: name, text: "Congratulations! Sixty years!" });
    },
  },
  {
    rule: "an endpoint takes a query",
    holds: async ({ people, consoleApi, name }) => {
      await people.create(person(name, { spec: { age: 30 } }));
      const { names, limit } = await consoleApi.get("/people/names", { query: { limit: 1, adults: true } });
      expect([names.length, limit]).toEqual([1, 1]);
    },
  },
  {
    rule: "an endpoint without a type for its answer gives the response",
    holds: async ({ people, consoleApi, name }) => {
      await people.create(person(name));
      const response: Response = await consoleApi.get("/people/{name}/greeting", { params: { name } });
      expect(await response.json()).toEqual({ greeting: `Hello, ${name}!` });
    },
  },
  {
    rule: "an endpoint refuses with all causes",
    holds: async ({ consoleApi, name }) => {
      const body = { message: "", occasion: "wedding" as "birthday" };
      const problem = await refusal(consoleApi.post("/people/{name}/cards", { params: { name }, body }));
      expect(problem).toMatchObject({ code: "Invalid", errors: [{ path: "/message" }, { path: "/occasion" }] });
    },
  },
];
