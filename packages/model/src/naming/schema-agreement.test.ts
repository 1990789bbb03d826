import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { objectMetaInputSchema, objectMetaSchema, storedObjectMetaSchema } from "../envelope/object-meta-schema.js";
import { isTimestamp } from "../format/timestamp.js";
import { checkApiVersion, checkGroup, checkIndexName, checkKind, checkResourceName } from "./declared-name.js";
import type { NameProblem } from "./name-problem.js";
import { checkObjectMeta, type MetaForm } from "./object-meta.js";
import { GENERATED_SUFFIX_LENGTH } from "./generated-name.js";
import { checkGenerateName, checkObjectName } from "./object-name.js";
import {
  API_VERSION_PATTERN,
  DNS_SUBDOMAIN_PATTERN,
  GENERATE_NAME_PATTERN,
  INDEX_NAME_PATTERN,
  KIND_PATTERN,
  nameLimits,
  OBJECT_NAME_PATTERN,
  QUALIFIED_NAME_PATTERN,
  RESOURCE_NAME_PATTERN,
  STORABLE_TEXT_PATTERN,
} from "./patterns.js";
import { checkLabelValue, checkQualifiedName } from "./qualified-name.js";

const ajv = new Ajv2020({ allErrors: true, formats: { "date-time": isTimestamp } });

/** Text of the characters that rules are about, some that no rule lets through, and lengths around the limits. */
const hostileText = fc.oneof(
  fc.string({
    unit: fc.constantFrom("a", "Z", "0", "9", "-", ".", "_", "/", " ", "\n", "\u0000", "\ud800", "é", "😀"),
    maxLength: 12,
  }),
  fc.stringMatching(/^[a-z0-9.-]{0,8}\/[A-Za-z0-9._-]{0,8}$/),
  fc.stringMatching(/^v[0-9](alpha|beta)?[0-9]?$/),
  fc
    .tuple(fc.constantFrom("a", "😀", "a.", "a/"), fc.constantFrom(62, 63, 64, 244, 245, 246, 252, 253, 254, 317))
    .map(([unit, length]) => unit.repeat(length).slice(0, length * (unit === "😀" ? 2 : 1))),
  fc
    .tuple(fc.constantFrom(252, 253, 254), fc.constantFrom(62, 63, 64))
    .map(([a, b]) => `${"a".repeat(a)}/${"b".repeat(b)}`),
);

const rules: readonly [string, (name: string) => NameProblem[], { pattern: string; maxLength: number }][] = [
  ["object name", checkObjectName, { pattern: OBJECT_NAME_PATTERN, maxLength: nameLimits.objectName }],
  [
    "generateName",
    checkGenerateName,
    { pattern: GENERATE_NAME_PATTERN, maxLength: nameLimits.objectName - GENERATED_SUFFIX_LENGTH },
  ],
  ["group", (name) => checkGroup(name, []), { pattern: DNS_SUBDOMAIN_PATTERN, maxLength: nameLimits.group }],
  ["version", checkApiVersion, { pattern: API_VERSION_PATTERN, maxLength: nameLimits.apiVersion }],
  ["resource name", checkResourceName, { pattern: RESOURCE_NAME_PATTERN, maxLength: nameLimits.resourceName }],
  ["kind", checkKind, { pattern: KIND_PATTERN, maxLength: nameLimits.kind }],
  ["index name", checkIndexName, { pattern: INDEX_NAME_PATTERN, maxLength: nameLimits.indexName }],
  ["qualified name", checkQualifiedName, { pattern: QUALIFIED_NAME_PATTERN, maxLength: nameLimits.qualifiedName }],
  ["label value", checkLabelValue, { pattern: STORABLE_TEXT_PATTERN, maxLength: nameLimits.labelValue }],
];

describe("a check and its pattern in a JSON Schema accept the same names", () => {
  test.each(rules)("%s", (_name, check, schema) => {
    const validate = ajv.compile({ type: "string", ...schema });
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(check(text).length === 0).toBe(validate(text));
      }),
      { numRuns: 500 },
    );
  });
});

const timestamp = fc.oneof(
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }).map((date) => date.toISOString()),
  fc.constantFrom("2024-02-30T00:00:00Z", "2024-01-01", "now", ""),
);
const map = (values: fc.Arbitrary<unknown>) => fc.dictionary(hostileText, values, { maxKeys: 4 });
const anything = fc.oneof(fc.constantFrom(null, 0, 1.5, true, "", [], {}, [1], { a: 1 }), hostileText);
const or = <T>(good: fc.Arbitrary<T>) => fc.oneof({ weight: 6, arbitrary: good }, anything);
const goodName = fc.stringMatching(/^[a-z]{1,5}$/);

const metadata = fc.record(
  {
    name: or(goodName),
    generateName: or(goodName),
    uid: or(fc.uuid()),
    creationTimestamp: or(timestamp),
    deletionTimestamp: or(timestamp),
    version: or(fc.integer()),
    finalizers: or(fc.array(fc.oneof(goodName, hostileText), { maxLength: 3 })),
    labels: or(map(hostileText)),
    annotations: or(map(hostileText)),
    unknown: fc.constant("x"),
  },
  { requiredKeys: [] },
);

const forms: readonly [MetaForm, object][] = [
  ["declared", objectMetaSchema],
  ["stored", storedObjectMetaSchema],
  ["input", objectMetaInputSchema],
];

describe("checkObjectMeta and the JSON Schema of its form accept the same metadata", () => {
  test.each(forms)("%s", (form, schema) => {
    const validate = ajv.compile(schema);
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: metadata }, anything), (value) => {
        expect(checkObjectMeta(value, { form }).length === 0).toBe(validate(value));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("patterns take linear time on hostile names", () => {
  const hostile: readonly [string, (length: number) => string][] = [
    ["letters, then a character that is not allowed", (length) => `${"a".repeat(length)}!`],
    ["dashes", (length) => `a${"-".repeat(length)}`],
    ["parts of one letter", (length) => `${"a.".repeat(length / 2)}!`],
    ["letters and dashes", (length) => "a-".repeat(length / 2)],
    ["slashes", (length) => "a/".repeat(length / 2)],
    ["digits", (length) => `v${"1".repeat(length)}!`],
  ];
  const cases = rules.flatMap(([name, check]) => hostile.map(([what, make]) => ({ name, what, check, make })));

  test.each(cases)("$what in $name", ({ check, make }) => {
    const [short, long] = [make(20_000), make(160_000)];
    // Eight times the length: quadratic time would take 64 times as long.
    expect(fastest(() => check(long))).toBeLessThan(
      25 *
        Math.max(
          fastest(() => check(short)),
          0.05,
        ),
    );
  });
});

/** The least processor time of several runs, in milliseconds: on a busy machine a long run is interrupted more often than a short one. */
function fastest(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
