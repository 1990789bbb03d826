import { setImmediate } from "node:timers/promises";
import { changeBatch, type Change, type Store } from "@cmgen/store";
import { mayDo, type Session } from "../access/access-control.js";
import { ObjectAccess } from "../access/object-access.js";
import { stateOf } from "../audit/change-line.js";
import type { Service } from "../host/service.js";
import { badValue, invalidQuery, readQuery } from "../http/query-parameters.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { parseStored } from "../resource/stored-object.js";
import { VersionView } from "../version/version-view.js";
import { admitOwn, ownAnswer, type OwnPath } from "./own-paths.js";

/** Changes of an answer, at most, and by default. */
const MOST_CHANGES = 200;
const USUAL_CHANGES = 50;
/** Revisions that are read at once, and of one answer in all: filters may leave most of them out. */
const WINDOW = 50;
const MOST_READ = 2000;
/** Bytes of objects that are read for one answer; the window that exceeds them is still finished. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * What has been changed lately and by whom, the newest first: as far back as the change log goes. Only changes of objects that the caller may
 * list, as they were left.
 */
export function recentChangesPath(models: readonly ModelDescriptor[]): OwnPath {
  return {
    method: "GET",
    path: "/admin/changes",
    async respond(asked) {
      const session = await admitOwn(asked, { of: "operator", verb: "inspect" });
      const { service } = asked;
      const request = readRequest(asked.query);
      const visible = new VisibleChanges({ service, models, session });
      const { items, next } = await newestChanges(service.store, request, (change) => visible.itemOf(change));
      return ownAnswer({ metadata: next === undefined ? {} : { continue: String(next) }, items });
    },
  };
}

/** Which changes are asked for. */
interface ChangesRequest {
  readonly limit: number;
  /** The newest revision that is meant; undefined for the newest of all. */
  readonly until: number | undefined;
  readonly isMeant: (change: Change) => boolean;
}

/** @throws {ApiError} `InvalidQuery`. */
function readRequest(query: string): ChangesRequest {
  const anyText = { form: /^[^\0]+$/, message: "must be a text" };
  const {
    limit = String(USUAL_CHANGES),
    continue: token,
    actor,
    resource,
    name,
  } = readQuery(query, {
    limit: { form: /^[1-9]\d{0,2}$/, message: `must be a whole number from 1 to ${MOST_CHANGES}` },
    continue: { form: /^\d{1,15}$/, message: "must be the metadata.continue of the answer before" },
    actor: anyText,
    resource: anyText,
    name: anyText,
  });
  if (Number(limit) > MOST_CHANGES)
    throw invalidQuery([badValue("limit", `must be a whole number from 1 to ${MOST_CHANGES}`)]);
  return {
    limit: Number(limit),
    until: token === undefined ? undefined : Number(token),
    isMeant: (change) =>
      (actor === undefined || change.origin?.actor === actor) &&
      (resource === undefined || [change.plural, `${change.plural}.${change.group}`].includes(resource)) &&
      (name === undefined || change.name === name),
  };
}

/** Reads the log backwards. The objects of a batch are forgotten with it: they may be large. */
async function newestChanges(
  store: Store,
  { limit, until, isMeant }: ChangesRequest,
  itemOf: (change: Change) => object | undefined,
): Promise<{ readonly items: readonly object[]; readonly next: number | undefined }> {
  const oldest = await store.oldestRevision();
  const items: object[] = [];
  let end = Math.min(until ?? Number.POSITIVE_INFINITY, await store.revision());
  let [read, bytes] = [0, 0];
  while (end > oldest && items.length < limit && read < MOST_READ && bytes < MOST_BYTES) {
    const start = Math.max(oldest, end - WINDOW);
    const found: { readonly revision: number; readonly item: object }[] = [];
    for await (const changes of batchesOf(store, { start, end })) {
      for (const change of changes) {
        bytes += change.data.length;
        const item = isMeant(change) ? itemOf(change) : undefined;
        if (item !== undefined) found.push({ revision: change.revision, item });
      }
      await setImmediate();
    }
    const taken = found.toReversed().slice(0, limit - items.length);
    items.push(...taken.map(({ item }) => item));
    read += end - start;
    end = taken.length < found.length ? (taken.at(-1)?.revision ?? end) - 1 : start;
  }
  return { items, next: end > oldest ? end : undefined };
}

/** The changes after one revision and up to another, some at a time. */
async function* batchesOf(
  store: Store,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<readonly Change[]> {
  for (let position = start; position < end;) {
    const changes = await store.changesAfter(position, { ...changeBatch, changes: end - position });
    if (changes.length === 0) return;
    position = changes.at(-1)?.revision ?? end;
    yield changes.filter(({ revision }) => revision <= end);
  }
}

interface VisibleSources {
  readonly service: Service;
  readonly models: readonly ModelDescriptor[];
  readonly session: Session | undefined;
}

/** What of changes one caller is shown. */
class VisibleChanges {
  readonly #sources: VisibleSources;
  readonly #kinds = new Map<string, VisibleKind | undefined>();

  constructor(sources: VisibleSources) {
    this.#sources = sources;
  }

  /** A change for an answer; undefined if the caller may not list its object. */
  itemOf(change: Change): object | undefined {
    const { revision, at, type, group, plural, name, origin } = change;
    const key = `${plural}.${group}`;
    if (!this.#kinds.has(key)) this.#kinds.set(key, this.#kindOf(change));
    const kind = this.#kinds.get(key);
    if (kind === undefined || !kind.covers(change)) return undefined;
    const { uid, version } = stateOf(change, false);
    return {
      revision,
      time: new Date(at).toISOString(),
      type,
      group,
      plural,
      kind: kind.name,
      name,
      uid,
      version,
      ...(origin !== null && { actor: origin.actor, verb: origin.verb }),
      ...(origin?.requestId !== undefined && { requestId: origin.requestId }),
    };
  }

  #kindOf({ group, plural }: Change): VisibleKind | undefined {
    const { service, models, session } = this.#sources;
    const model = models.find(
      (each) => each.group === group && each.plural === plural && each.served !== false && mayList(session, each),
    );
    if (model === undefined) return undefined;
    const view = new VersionView(model, service.pluginOf(model), service.shapeOf(model));
    const scope = session && new ObjectAccess(view, session, { verb: "list" }).scope;
    const covers = ({ data }: Change): boolean =>
      scope === undefined || scope.covers(view.stored(parseStored({ data })));
    return { name: model.kind, covers };
  }
}

interface VisibleKind {
  readonly name: string;
  readonly covers: (change: Change) => boolean;
}

function mayList(session: Session | undefined, model: ModelDescriptor): boolean {
  return session === undefined || mayDo(session, model, { verb: "list" });
}
