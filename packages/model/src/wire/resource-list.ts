/** What a list says of itself. */
export interface ListMeta {
  /** The service's revision the list was read at: a watch started from it misses nothing and repeats nothing. */
  readonly resourceVersion: string;
  /** In a walk by `limit`: what the request for the next stretch passes as `continue`. Absent at the end. */
  readonly continue?: string;
}

/**
 * A page of a collection (HTTP API, Lists). In a walk by `limit` and `continue` pages have no number: `page` is 0, `size` is the
 * limit, and the flags speak of the walk.
 */
export interface ResourceList<T> {
  readonly apiVersion: string;
  /** `<Kind>List`. */
  readonly kind: string;
  readonly metadata: ListMeta;
  /** Number of the page, from 1. */
  readonly page: number;
  /** Most items on a page; 0 where all were asked for. */
  readonly size: number;
  /** How many objects the selectors match, exactly. Absent with `total=none`. */
  readonly total?: number;
  /** Absent with `total=none`. */
  readonly totalPages?: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly items: T[];
}
