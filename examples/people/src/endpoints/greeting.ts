import type { Integer } from "@cmgen/model";
import { consoleApi, defineEndpoints, get, post, skip, typed } from "@cmgen/runtime";
import { personModel } from "../generated/v1alpha1/models.js";

/** What somebody writes to a person. */
export interface CardRequest {
  /** @minLength 1 @maxLength 200 */
  message: string;
  /** @default "birthday" */
  occasion?: "birthday" | "farewell";
}

export interface Card {
  to: string;
  text: string;
}

export interface NameSearch {
  query: {
    /**
     * Most names.
     * @minimum 1 @maximum 100 @default 10
     */
    limit?: Integer;
    /** First letters of full names. */
    initial?: Initial[];
    adults?: boolean;
  };
  response: { names: string[]; limit: Integer };
}

/** @maxLength 1 */
export type Initial = string;

/** Endpoints beside the generated ones, for the administration console: hence their group. */
export default defineEndpoints({
  apiVersion: consoleApi(personModel),
  routes: [
    /** Greet a person. */
    get("/people/{name}/greeting", async ({ params, resource }) => {
      const person = await resource(personModel).get(params.name);
      return Response.json({ greeting: `Hello, ${person.spec.name}!` });
    }),

    /** Write a card to a person. */
    post(
      "/people/{name}/cards",
      typed<{ body: CardRequest; response: Card; status: 201 }>(),
      async ({ params, body, resource }) => {
        const { spec } = await resource(personModel).get(params.name);
        const { message, occasion } = body;
        return { to: spec.name, text: `${occasion === "farewell" ? "Goodbye" : "Congratulations"}! ${message}` };
      },
    ),

    /** List names of people. */
    get("/people/names", typed<NameSearch>(), async ({ query, resource }) => {
      const { limit = 10, initial, adults = false } = query;
      const { items } = await resource(personModel).list({
        where: { initial: { in: initial ?? skip }, "spec.age": adults ? { gte: 18 } : skip },
        sort: ["metadata.name"],
        limit,
      });
      return { names: items.map(({ metadata }) => metadata.name), limit };
    }),
  ],
});
