import { parseSelector } from "@cmgen/model/internal";
import { describe, expect, it } from "vitest";
import { describeFilter, filtersOf } from "./describe-filter.js";

/** Words of a list of filters. Spaces around dashes are thin ones in some releases of Unicode's data. */
const words = (select: string, ...times: readonly string[]): readonly string[] =>
  filtersOf(parseSelector(select, "field")).map((filter) =>
    describeFilter(filter, new Set(times)).replaceAll(/\s/g, " "),
  );
const at = (month: number, day: number, hour = 0, second = 0): string =>
  new Date(2030, month - 1, day, hour, 0, second).toISOString();

describe("filters in words", () => {
  it.each<[string, readonly string[]]>([
    ["spec.age>=18", ["age ≥ 18"]],
    ["spec.age>=18,spec.age<=30", ["age 18 to 30"]],
    ["spec.age<=30,spec.name=a,spec.age>=18", ["age 18 to 30", "name is a"]],
    ["spec.age>=7,spec.age<=7", ["age is 7"]],
    ["spec.age>=18,spec.age<30", ["age ≥ 18 and < 30"]],
    ["spec.age>1,spec.age>2,spec.age<9", ["age > 1 and > 2 and < 9"]],
    ["spec.age>1,status.n>1", ["age > 1", "status.n > 1"]],
    ["spec.tags=(a,b),spec.tags!=c", ["tags is a / b", "tags is not c"]],
    ["!spec.age,spec.tags", ["age has no value", "tags has a value"]],
    ["spec.title^=a,spec.title.words contains b c", ["title starts with a", "title.words has the words b c"]],
    ["(spec.age>1|spec.age<0)", ["(spec.age>1|spec.age<0)"]],
    ["spec.a in follows(b=c).spec.d,spec.due=today", ["spec.a in follows(b=c).spec.d", "due is today"]],
  ])("%s", (select, expected) => {
    expect(words(select)).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    [`spec.due>=${at(11, 1)},spec.due<${at(11, 8)}`, ["due Nov 1 – 7, 2030"]],
    ["spec.due>=2030-11-01,spec.due<2030-11-08", ["due Nov 1 – 7, 2030"]],
    ["spec.due<=2030-11-08", ["due until Nov 8, 2030"]],
    ["spec.due=2030-11-01,spec.due<2030-99-99", ["due is Nov 1, 2030", "due before 2030-99-99"]],
    ["spec.due=before-today", ["due before today"]],
    [`spec.due>=${at(11, 1)},spec.due<${at(11, 2)}`, ["due Nov 1, 2030"]],
    [`spec.due>=${at(11, 1, 9)},spec.due<${at(11, 1, 17)}`, ["due Nov 1, 2030, 9:00 AM – 5:00 PM"]],
    [`spec.due>=${at(11, 1, 9, 5)}`, ["due from Nov 1, 2030, 9:00:05 AM"]],
    [`spec.due<${at(11, 8)}`, ["due before Nov 8, 2030"]],
    [
      `spec.due>${at(11, 1)},spec.due<=${at(11, 8)}`,
      ["due after Nov 1, 2030, 12:00 AM and until Nov 8, 2030, 12:00 AM"],
    ],
    [`spec.due>=${at(11, 8)},spec.due<${at(11, 1)}`, ["due from Nov 8, 2030 and before Nov 1, 2030"]],
    ["spec.due>=soon,spec.due<later", ["due from soon and before later"]],
    [`spec.due=${at(11, 1)}`, ["due is Nov 1, 2030, 12:00 AM"]],
    ["metadata.creationTimestamp=today", ["Created today"]],
    ["spec.due=last-7-days,spec.due!=today", ["due last 7 days", "due is not today"]],
  ])("times: %s", (select, expected) => {
    expect(words(select, "spec.due", "metadata.creationTimestamp")).toEqual(expected);
  });
});
