/**
 * What `index` and `defineModel` accept and refuse, held by the compiler: each line under an expected error must be
 * one. Compiled under every supported TypeScript by type-tests.test.ts.
 */
import {
  defineModel,
  index,
  type Envelope,
  type Extension,
  type Index,
  type IndexPath,
  type Integer,
  type Int64,
  type ModelDeclaration,
  type Timestamp,
} from "../index.js";

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type UserId = string & { readonly __brand: "UserId" };

interface Address {
  city: string;
  geo?: { lat: number; lon: number } | null;
}

interface Tree {
  label: string;
  left?: Tree;
  right?: Tree;
}

interface Page<T> {
  first: T;
  items: T[];
}

interface PersonSpec {
  name: string;
  age?: Integer;
  height?: number | null;
  serial: Int64;
  born: Timestamp;
  admin: boolean;
  gender?: "MALE" | "FEMALE";
  id: UserId;
  tags?: string[];
  readonly scores: readonly number[];
  pair: [string, string];
  ids?: UserId[] | null;
  address: Address;
  addresses: Address[];
  attributes: Record<string, string>;
  mixed: string | number;
  either: { sort: "a"; a: string } | { sort: "b"; b: number };
  tree: Tree;
  otherPerson?: Person;
  page: Page<string>;
  "dotted.name": string;
  method: () => string;
}

interface PersonStatus {
  greeting?: string;
  conditions: { ready: boolean };
}

interface Person extends Extension<PersonSpec, PersonStatus> {}

const declared: ModelDeclaration<Person> = defineModel<Person>({
  group: "people.example.com",
  version: "v1alpha1",
  kind: "Person",
  plural: "people",
  singular: "person",
  indexes: [
    index("spec.name"),
    index("spec.name", { unique: true }),
    index("spec.age", { order: "DESC" }),
    index("spec.height"),
    index("spec.serial"),
    index("spec.born"),
    index("spec.admin"),
    index("spec.gender"),
    index("spec.id"),
    index("spec.mixed"),
    index("spec.either.sort"),
    index("spec.address.city"),
    index("spec.address.geo.lat"),
    index("spec.page.first"),
    index("spec.tree.left.right.left.right.left.right.left.right.label"),
    index("spec.otherPerson.spec.otherPerson.spec.address.city"),
    index("spec.otherPerson.metadata.name"),
    index("status.greeting"),
    index("status.conditions.ready"),
    index("spec.tags"),
    index("spec.scores", { order: "DESC" }),
    index("spec.pair"),
    index("spec.ids", { unique: true }),
    index("spec.page.items"),
    index(["spec.name", "spec.age"]),
    index(["spec.name", "spec.address.city", "status.greeting"], { unique: true }),
    index({ name: "initial", value: (person) => person.spec.name[0] ?? null }),
    index({ name: "initial", value: (person) => person.spec.name[0], unique: true, order: "ASC" }),
    index({ name: "initial", value: ({ spec }) => spec.name[0], storedAs: "first" }),
    index({ name: "constant", value: () => undefined }),
    index({ name: "years", value: (person) => person.spec.age }),
    index({ name: "isAdult", value: (person) => (person.spec.age ?? 0) >= 18 }),
    index({ name: "majority", value: (person) => new Date(person.spec.born), order: "DESC" }),
    index({ name: "method", value: (person) => person.spec.method() }),
    index({
      name: "named",
      value(person) {
        return person.spec.name;
      },
    }),
    index({ name: "spec.tags", values: (person) => person.spec.tags }),
    index({ name: "scores", values: (person) => person.spec.scores }),
    index({ name: "cities", values: (person) => new Set(person.spec.addresses.map(({ city }) => city)) }),
    index({ name: "cities", values: (person) => person.spec.addresses.map(({ city }) => city), unique: true }),
    index({ name: "days", values: (person) => [new Date(person.spec.born), undefined] }),
  ],
  check({ object: { spec }, refuse }) {
    if (spec.name === "") refuse("spec.name", "must not be empty");
  },
});
export const declaredClaim: Equal<typeof declared, ModelDeclaration<Person>> = true;

const refused = (_index: Index<Person>): void => {};
// @ts-expect-error a path that is not there
refused(index("spec.nmae"));
// @ts-expect-error a path that is not there, with options
refused(index("spec.nmae", { unique: true }));
// @ts-expect-error an object is no scalar
refused(index("spec.address"));
// @ts-expect-error a list of objects has no values
refused(index("spec.addresses"));
// @ts-expect-error below a scalar
refused(index("spec.name.length"));
// @ts-expect-error below a list
refused(index("spec.addresses.city"));
// @ts-expect-error below a list, by position
refused(index("spec.addresses.0.city"));
// @ts-expect-error a record has no end of keys
refused(index("spec.attributes.colour"));
// @ts-expect-error a function is no value
refused(index("spec.method"));
// @ts-expect-error a key with a dot could be two
refused(index("spec.dotted.name"));
// @ts-expect-error not in every member of the union
refused(index("spec.either.a"));
// @ts-expect-error built-in indexes are not declared again
refused(index("metadata.name"));
// @ts-expect-error outside of spec and status
refused(index("kind"));
// @ts-expect-error not a field
refused(index("spec"));
// @ts-expect-error an empty path
refused(index(""));
// @ts-expect-error an empty segment
refused(index("spec."));
// @ts-expect-error an empty segment in the middle
refused(index("spec..name"));
// @ts-expect-error blanks are no part of a path
refused(index(" spec.name"));
// @ts-expect-error an order there is not
refused(index("spec.name", { order: "desc" }));
// @ts-expect-error an option there is not
refused(index("spec.name", { uniqe: true }));
// @ts-expect-error one of several paths that is not there
refused(index(["spec.name", "spec.nmae"]));
// @ts-expect-error one of several paths that leads to an object
refused(index(["spec.address", "spec.name"], { unique: true }));
// @ts-expect-error a function goes into an object
refused(index("initial", (person: Person) => person.spec.name[0]));
// @ts-expect-error index values are not objects
refused(index({ name: "address", value: (person) => person.spec.address }));
// @ts-expect-error a list is given by `values`
refused(index({ name: "tags", value: (person) => person.spec.tags }));
// @ts-expect-error `values` gives a list
refused(index({ name: "age", values: (person) => person.spec.age }));
// @ts-expect-error a list of objects is no list of values
refused(index({ name: "addresses", values: (person) => person.spec.addresses }));
// @ts-expect-error what is not there yet is no value
refused(index({ name: "later", value: async () => "" }));
// @ts-expect-error one of the two
refused(index({ name: "both", value: () => "", values: () => [""] }));
// @ts-expect-error one of the two
refused(index({ name: "neither" }));
// @ts-expect-error without a name
refused(index({ value: () => "" }));
// @ts-expect-error a field that is not there
refused(index({ name: "x", value: (person) => person.spec.nmae }));

/** `spec` may be left out. */
interface Settings extends Envelope {
  spec?: { theme: string };
}
defineModel<Settings>({
  group: "a.example.com",
  version: "v1",
  kind: "Settings",
  plural: "settings",
  singular: "setting",
  indexes: [index("spec.theme"), index({ name: "first", value: (settings) => settings.spec?.theme[0] })],
});

/** Neither `spec` nor `status`. */
interface Marker extends Envelope {}
defineModel<Marker>({ group: "a.example.com", version: "v1", kind: "Marker", plural: "markers", singular: "marker" });

/** A generic declared over another's type. */
interface Wrapped<T> extends Extension<{ value: T; values: T[] }> {}
defineModel<Wrapped<string>>({
  group: "a.example.com",
  version: "v1",
  kind: "Wrapped",
  plural: "wrapped",
  singular: "wrapped",
  indexes: [index("spec.value"), index("spec.values")],
});
defineModel<Wrapped<{ deep: number }>>({
  group: "a.example.com",
  version: "v1",
  kind: "Wrapped",
  plural: "wrapped",
  singular: "wrapped",
  // @ts-expect-error the value is an object here
  indexes: [index("spec.value")],
});
// @ts-expect-error no envelope
defineModel<{ spec: string }>({ group: "a.example.com", version: "v1", kind: "X", plural: "xs", singular: "x" });
// What is not said is derived.
defineModel<Person>();
defineModel<Person>({});
defineModel<Person>({ plural: "people", indexes: [index("spec.name")] });
defineModel<Person>({ statusSubresource: false });
// @ts-expect-error on is what it is where a status is declared
defineModel<Person>({ statusSubresource: true });
// @ts-expect-error gone: a declared status is a subresource
defineModel<Person>({ subresources: { status: true } });
defineModel<Person>({
  group: "a.example.com",
  version: "v1",
  kind: "Person",
  plural: "people",
  singular: "person",
  // @ts-expect-error an attribute there is not
  index: [],
});

// The plain scalars of JSON are what the named scalars are carried by.
const age: Integer = 3;
const serial: Int64 = "9007199254740993";
const born: Timestamp = "2024-01-01T00:00:00Z";
const back: [number, string, string] = [age, serial, born];
// @ts-expect-error an instant is no whole number
const confused: Integer = born;

/** Ten ways to itself: a path is checked as fast as in any other type. */
interface Schema {
  type: string;
  not: Schema;
  if: Schema;
  then: Schema;
  else: Schema;
  items: Schema;
  contains: Schema;
  parent: Schema;
  other: { a: Schema; b: Schema; c: Schema };
}
interface SchemaHolder extends Extension<Schema> {}
export const deepClaim: Equal<
  IndexPath<SchemaHolder, "spec.not.if.then.else.items.contains.parent.other.a.not.type">,
  "spec.not.if.then.else.items.contains.parent.other.a.not.type"
> = true;
export const listClaim: Equal<IndexPath<Person, "spec.tags">, "spec.tags"> = true;

/** What an editor offers where a path is wrong. */
export const statusHints: Equal<
  IndexPath<Person, "status.nothing">,
  "status.greeting" | "status.conditions.ready"
> = true;
export const addressHints: Equal<
  IndexPath<Person, "spec.address.nothing">,
  "spec.address.city" | "spec.address.geo.lat" | "spec.address.geo.lon"
> = true;

export { back, confused };
