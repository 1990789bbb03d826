import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import type { ObjectRecord } from "../../../../packages/store/dist/store.js";
import { benchArticle } from "./bench-article.js";
import { benchEntry } from "./bench-entry.js";
import { benchItem } from "./bench-item.js";
import type { BenchPlugin } from "./build-plugin.js";
import { itemRecord } from "./item-record.js";

const records = {
  items: (number: number): ObjectRecord => itemRecord(benchItem(number)),
  entries: (number: number, size: number): ObjectRecord => benchEntry({ number, size }),
  articles: (number: number, size: number): ObjectRecord => benchArticle({ number, size }),
};

/** What a database is filled with: objects of one of the benches' models. */
export type DatasetName = keyof typeof records;

export interface Dataset {
  readonly name: DatasetName;
  readonly model: ModelDescriptor;
  /** The object of a number from 1, of so many. */
  readonly record: (number: number, size: number) => ObjectRecord;
}

export function dataset(plugin: BenchPlugin, name: DatasetName): Dataset {
  return { name, model: plugin[name], record: records[name] };
}
