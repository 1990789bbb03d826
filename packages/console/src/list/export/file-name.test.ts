import { expect, it } from "vitest";
import type { ListSearch } from "../list-search.js";
import { fileName } from "./file-name.js";

const views = [{ name: "Open ones / für Ann", search: { select: "spec.state=open", sort: "spec.due" } }];
const name = (search: ListSearch): string =>
  fileName({ model: { plural: "issues", indexes: [] }, search, views, format: "csv", now: new Date(2030, 0, 5, 23) });

it.each<[ListSearch, string]>([
  [{}, "issues-2030-01-05.csv"],
  [{ sort: "spec.due", size: 10 }, "issues-2030-01-05.csv"],
  [{ select: "spec.state=open", sort: "spec.due", page: 3 }, "issues-open-ones-für-ann-2030-01-05.csv"],
  [{ select: "spec.state=open" }, "issues-state-is-open-2030-01-05.csv"],
  [
    { select: "spec.age>=1,metadata.creationTimestamp=today", labels: "team=red" },
    "issues-age-1-created-today-team-red-2030-01-05.csv",
  ],
  [{ select: 'spec.title="../..\\\\a:b\\u0007"' }, "issues-title-is-a-b-2030-01-05.csv"],
  [{ select: `spec.title=${"ab ".repeat(20)}` }, "issues-title-is-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-2030-01-05.csv"],
  [{ select: "spec.title=((" }, "issues-2030-01-05.csv"],
])("the file of %j", (search, expected) => {
  expect(name(search)).toBe(expected);
});
