import { expect, test } from "vitest";

import { render } from "./render.js";

const view = {
  signUp: "",
  access: "",
  header: "// Header",
  imports: [],
  name: 'quo"te',
  root: "../",
  resources: [],
  hooks: "",
  controllers: "",
  schedules: "",
  endpoints: "",
  manifests: "",
  subscriptions: "",
};

test("a template is filled in, texts escaped as the template asks and not otherwise", () => {
  expect(render("plugin", view)).toContain('name: "quo\\"te",');
  expect(render("plugin", { ...view, controllers: "a & <b>" })).toContain("controllers: [a & <b>]");
});

test.each(["header", "imports", "name", "controllers"])("a view without %s is an error", (field) => {
  const { [field]: _, ...rest } = view as Record<string, unknown>;
  expect(() => render("plugin", rest)).toThrow(/not defined|lacks|passed undefined/);
});

test("so is a field missing inside of a list", () => {
  expect(() => render("plugin", { ...view, resources: [{ model: "personModel" }] })).toThrow(/createRouter/);
});

test("and a text that is none", () => {
  expect(() => render("plugin", { ...view, name: 3 })).toThrow("A template passed number where a text belongs.");
});
