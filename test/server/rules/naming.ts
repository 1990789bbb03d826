import { person, send, step, type Rule } from "../rule.js";

const merge = { "content-type": "application/merge-patch+json" };
const metadata = (change: object): object => person({ metadata: change });

export const namingRules: readonly Rule[] = [
  {
    rule: "a name has lowercase letters, digits and - only, a letter or digit at both ends",
    steps: ["A", "a_b", "a.b", "-a", "a-", "", "å", "a b", "a/b"].map((name) =>
      step(send("POST", "", metadata({ name })), { status: 422, code: "Invalid", causes: ["/metadata/name"] }),
    ),
  },
  {
    rule: "a label key's prefix is a DNS subdomain, dots allowed; its name has letters, digits, -, _ and .",
    steps: [
      step(send("POST", "", metadata({ labels: { "a.b-c.d/E_f.g-h": "x" } })), { status: 201 }),
      ...["/x", "a.b/", "A.b/x", "a..b/x", "-a/x", "a.b/-x", "a.b/x-", "a.b/c/d", "a.b/x y", "a.b/é"].map((key) =>
        step(send("PATCH", "/$name", { metadata: { labels: { [key]: "x" } } }, merge), {
          status: 422,
          code: "Invalid",
        }),
      ),
    ],
  },
  {
    rule: "over the API reserved label keys are accepted",
    steps: [step(send("POST", "", metadata({ labels: { tier: "x", "cmgen.dev/managed": "y" } })), { status: 201 })],
  },
  {
    rule: "label values are strings, annotations too",
    steps: [
      step(send("POST", "", metadata({ labels: { "a.b/c": 1 }, annotations: { "a.b/c": null } })), {
        status: 422,
        causes: ["/metadata/labels/a.b~1c", "/metadata/annotations/a.b~1c"],
      }),
      step(send("POST", "", metadata({ labels: ["a"], annotations: "b" })), {
        status: 422,
        causes: ["/metadata/labels", "/metadata/annotations"],
      }),
    ],
  },
  {
    rule: "finalizers are a set of qualified names",
    steps: [
      step(send("POST", "", metadata({ finalizers: ["a.b/c", "a.b/c"] })), {
        status: 422,
        causes: ["/metadata/finalizers"],
      }),
      step(send("POST", "", metadata({ finalizers: ["a b"] })), { status: 422, causes: ["/metadata/finalizers/0"] }),
      step(send("POST", "", metadata({ finalizers: "a.b/c" })), { status: 422, causes: ["/metadata/finalizers"] }),
      step(send("POST", "", metadata({ finalizers: [] })), { status: 201 }),
    ],
  },
  {
    rule: "names and labels of an embedded object are held to the same rules",
    steps: [
      step(
        send(
          "POST",
          "",
          person({
            spec: {
              otherPerson: {
                apiVersion: "people.example.com/v1alpha1",
                kind: "Person",
                metadata: { name: "A B" },
                spec: { name: "x" },
              },
            },
          }),
        ),
        { status: 422, causes: ["/spec/otherPerson/metadata/name"] },
      ),
    ],
  },
];
