import type { RawItems, RawLog, RawStatements, Row } from "../../databases/raw-items.js";
import type { BenchItem } from "../../data/bench-item.js";

const START = Buffer.from('{"items":[');
const COMMA = Buffer.from(",");

/** The lists that hand-written services have, by the query that asks for them: each has its own statement, and its own way to count. */
export interface ListQuery {
  readonly list: "group" | "newest" | "broad" | "narrow";
  /** The values of its statement, separated by commas. */
  readonly values: string;
  /** `exact` if the total is wanted. */
  readonly total?: string;
}

/** Answers a list: its page and its total are read at the same time, where the driver can. */
export async function answerList(items: RawItems, statements: RawStatements, query: ListQuery): Promise<Buffer> {
  const values = query.values === "" ? [] : query.values.split(",");
  const { page, count } = statementsOf(statements)[query.list];
  const [rows, counted] = await Promise.all([
    items.all(page, values),
    query.total === "exact" ? items.all(count, values) : undefined,
  ]);
  return printList(rows, counted?.[0]?.["total"]);
}

function statementsOf(
  all: RawStatements,
): Record<ListQuery["list"], { readonly page: string; readonly count: string }> {
  return {
    group: { page: all.byLabelAndField, count: all.countLabelAndField },
    newest: { page: all.newest, count: all.countAll },
    broad: { page: all.broadByScore, count: all.countBroad },
    narrow: { page: all.narrowByScore, count: all.countBroad },
  };
}

/** A list's body out of stored bytes, as cmgen makes it: nothing is parsed. */
function printList(rows: readonly Row[], total: unknown): Buffer {
  const parts: Uint8Array[] = [START];
  for (const { data } of rows) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(typeof data === "string" ? Buffer.from(data) : (data as Uint8Array));
  }
  return Buffer.concat([...parts, Buffer.from(total === undefined ? "]}" : `],"total":${Number(total)}}`)]);
}

/** What a create is to log, by the query of its request. */
export function logIn(query: unknown): RawLog {
  return query === "outbox" || query === "none" ? query : "revision";
}

interface SentItem {
  readonly metadata: Pick<BenchItem, "name" | "labels">;
  readonly spec: Pick<BenchItem, "code" | "age" | "group" | "score" | "tags">;
}

/** What was sent, without any of the checks that cmgen makes. */
export function parseItem(body: unknown): BenchItem {
  const { metadata, spec } = body as SentItem;
  return { ...spec, name: metadata.name, labels: metadata.labels, createdAt: Date.now() };
}
