/** A step of a path: a property, `null` for each item of a list or member of a map, or each item of a list whose items are told apart by a property. */
export type FieldStep = string | null | { readonly key: string };

/** Where a field stands in an object. A property behind a list is one of each item: no step for the items is needed. The last step is a property. */
export interface HiddenField {
  readonly path: readonly FieldStep[];
  /** Whether the field can hold `null`, so that `null` is a value and does not remove it. */
  readonly nullable?: true;
}

/** The field of a dotted path, such as `spec.hosts.token`. */
export function fieldOf(dottedPath: string): HiddenField {
  return { path: dottedPath.split(".") };
}

/** What is hidden below a place of an object. */
export interface HiddenBelow {
  /** Whether the value itself is hidden. */
  isHidden: boolean;
  isNullable: boolean;
  readonly members: Map<string, HiddenBelow>;
  /** The same by their names as they are printed, quotes and all, a character for each byte. */
  readonly printed: Map<string, HiddenBelow>;
  /** Below each item or member. */
  each?: HiddenBelow;
  /** The property by which the items of a list here are told apart. */
  key?: string;
}

/** The fields as a tree, which is walked beside an object. */
export function hiddenTree(fields: readonly HiddenField[]): HiddenBelow {
  const root = emptyNode();
  for (const { path, nullable } of fields) {
    let node = root;
    for (const step of path) node = below(node, step);
    node.isHidden = true;
    node.isNullable = nullable === true;
  }
  return root;
}

function below(node: HiddenBelow, step: FieldStep): HiddenBelow {
  if (typeof step === "string") {
    const known = node.members.get(step) ?? emptyNode();
    node.members.set(step, known);
    node.printed.set(Buffer.from(JSON.stringify(step)).toString("latin1"), known);
    return known;
  }
  if (step !== null) node.key = step.key;
  node.each ??= emptyNode();
  return node.each;
}

function emptyNode(): HiddenBelow {
  return { isHidden: false, isNullable: false, members: new Map(), printed: new Map() };
}

/** What is hidden below each item of a list. */
export function belowItem(node: HiddenBelow): HiddenBelow {
  return node.each ?? node;
}

/** The members of an object below which something is hidden, or that are hidden themselves. */
export function* membersBelow(object: object, node: HiddenBelow): Generator<readonly [string, HiddenBelow]> {
  yield* node.members;
  if (node.each === undefined) return;
  for (const name of Object.keys(object)) if (!node.members.has(name)) yield [name, node.each];
}
