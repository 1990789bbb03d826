import type { Model } from "../../api/model.js";
import { describeFilter, filtersOf } from "../filters/describe-filter.js";
import { timeIndexes } from "../filters/filter-fields.js";
import { readFilters } from "../filters/filters.js";
import type { ListSearch } from "../list-search.js";
import { isShown, type View } from "../views/views.js";
import type { ExportFormat } from "./export-format.js";

/** What a file is about. */
interface NamedFile {
  readonly model: Pick<Model, "plural" | "indexes">;
  readonly search: ListSearch;
  readonly views: readonly View[];
  readonly format: ExportFormat;
  readonly now: Date;
}

/** Characters of a view's name or of filters, at most. */
const MOST_LETTERS = 40;

/** A name that says what is in the file, and from which day: `issues-open-ones-2030-01-31.csv`. It has letters, digits and dashes alone. */
export function fileName({ model, search, views, format, now }: NamedFile): string {
  const view = views.find((each) => isShown(each, search));
  const about = dashed(view?.name ?? filterWords(model, search));
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${[model.plural, about, ...day].filter((part) => part !== "").join("-")}.${format}`;
}

function filterWords(model: NamedFile["model"], { select, labels = "" }: ListSearch): string {
  const times = timeIndexes(model);
  const filters = filtersOf(readFilters(select).terms).map((filter) => describeFilter(filter, times));
  return [...filters, labels].join(" ");
}

function dashed(text: string): string {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  // The whole words that there is room for, and of a long first one its beginning.
  const fit = words.filter((_, at) => words.slice(0, at + 1).join("-").length <= MOST_LETTERS);
  return fit.length > 0 ? fit.join("-") : (words[0] ?? "").slice(0, MOST_LETTERS);
}
