import { person, send, step, type Rule } from "../rule.js";

const text = (length: number): string => "n".repeat(length);
const put = (change: Parameters<typeof person>[0], status: number, causes?: readonly string[]) =>
  step(send("PUT", "/$name", person(change)), { status, ...(causes && { causes }) });
const create = step(send("POST", "", person()), { status: 201 });
const labels = (key: string): Parameters<typeof person>[0] => ({ metadata: { labels: { [key]: "x" } } });
/** A list's name, so that the rule's own comes to the length wanted. */
const named = (length: number): object => ({ metadata: { name: text(length) }, spec: { name: "$name" } });

export const limitRules: readonly Rule[] = [
  {
    rule: "metadata.name: at most 253 characters",
    steps: [
      step(send("POST", "", named(254)), { status: 422, causes: ["/metadata/name"] }),
      step(send("POST", "", named(253)), { status: 201 }),
      step(send("DELETE", `/${text(253)}`), { status: 200 }),
      step(send("POST", "", named(252)), { status: 201 }),
      step(send("DELETE", `/${text(252)}`), { status: 200 }),
    ],
  },
  {
    rule: "the prefix of a label key: at most 253 characters",
    steps: [
      create,
      put(labels(`${text(252)}/x`), 200),
      put(labels(`${text(253)}/x`), 200),
      put(labels(`${text(254)}/x`), 422),
    ],
  },
  {
    rule: "the name of a label key: at most 63 characters",
    steps: [
      create,
      put(labels(`a.b/${text(62)}`), 200),
      put(labels(`a.b/${text(63)}`), 200),
      put(labels(`a.b/${text(64)}`), 422),
    ],
  },
  {
    rule: "spec.name of the example: at most 100 characters, counted as code points",
    steps: [
      create,
      put({ spec: { name: `$name${"😀".repeat(40)}` } }, 200),
      step(send("PUT", "/$name", { spec: { name: text(101) } }), { status: 422, causes: ["/spec/name"] }),
      step(send("PUT", "/$name", { spec: { name: "😀".repeat(101) } }), { status: 422, causes: ["/spec/name"] }),
    ],
  },
  {
    rule: "spec.age of the example: from 0 to 150",
    steps: [
      create,
      put({ spec: { age: -1 } }, 422, ["/spec/age"]),
      put({ spec: { age: 0 } }, 200),
      put({ spec: { age: 1 } }, 200),
      put({ spec: { age: 149 } }, 200),
      put({ spec: { age: 150 } }, 200),
      put({ spec: { age: 151 } }, 422, ["/spec/age"]),
      put({ spec: { age: 1.5 } }, 422, ["/spec/age"]),
    ],
  },
  {
    rule: "a body: at most 3 MiB, else 413 TooLarge",
    steps: [
      step(send("POST", "", `${" ".repeat(3 * 1024 * 1024 - 2)}{}`), { status: 422, code: "Invalid" }),
      step(send("POST", "", `${" ".repeat(3 * 1024 * 1024 - 1)}{}`), { status: 413, code: "TooLarge" }),
      step(send("POST", "", `${" ".repeat(3 * 1024 * 1024)}{}`, { "transfer-encoding": "chunked" }), {
        status: 413,
        code: "TooLarge",
      }),
    ],
  },
  {
    rule: "a selector: at most 8 KiB, 64 terms and 1,000 values",
    steps: [
      step(send("GET", `?labelSelector=${Array.from({ length: 64 }, (_, at) => `a.b/k${at}`).join(",")}`), {
        status: 200,
      }),
      step(send("GET", `?labelSelector=${Array.from({ length: 65 }, (_, at) => `a.b/k${at}`).join(",")}`), {
        status: 400,
        code: "InvalidQuery",
      }),
      step(send("GET", `?labelSelector=a.b/k%20in%20(${Array.from({ length: 1000 }, (_, at) => at).join(",")})`), {
        status: 200,
      }),
      step(send("GET", `?labelSelector=a.b/k%20in%20(${Array.from({ length: 1001 }, (_, at) => at).join(",")})`), {
        status: 400,
        code: "InvalidQuery",
      }),
      step(send("GET", `?labelSelector=a.b/k=${text(8192 - 6)}`), { status: 200 }),
      step(send("GET", `?labelSelector=a.b/k=${text(8192 - 5)}`), { status: 400, code: "InvalidQuery" }),
    ],
  },
  {
    rule: "nesting: at most 100 levels, else 400",
    steps: [
      step(send("POST", "", "[".repeat(100) + "]".repeat(100)), { status: 422 }),
      step(send("POST", "", "[".repeat(101) + "]".repeat(101)), { status: 400, code: "BadRequest" }),
      step(send("POST", "", "[".repeat(1_000_000)), { status: 400, code: "BadRequest" }),
      step(send("POST", "", "- ".repeat(1_000_000), { "content-type": "application/yaml" }), {
        status: 400,
        code: "BadRequest",
      }),
    ],
  },
];
