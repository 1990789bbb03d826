import { SERVICE_SEGMENTS } from "@cmgen/model/internal";
import { expect, test } from "vitest";
import { servicePages } from "./service-pages.js";

test("every page of a service is at a path that plugins cannot take", () => {
  // What the pages are made of is looked at when they are asked for.
  const none = undefined as never;
  const pages = servicePages({ service: none, registry: none, metrics: none, logic: none, openapi: none });
  const segments = pages.map(({ path }) => path.split("/")[1]).filter((segment) => segment !== "");
  expect(segments.length).toBeGreaterThan(5);
  expect(segments.filter((segment) => !SERVICE_SEGMENTS.includes(segment ?? ""))).toEqual([]);
});
