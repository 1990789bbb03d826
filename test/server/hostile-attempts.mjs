// What a hostile or careless plugin can do to the process that it runs in. Each attempt is code that a plugin's author could have written;
// `status` is what its caller gets: a number, or "broken" where an answer has begun and cannot be finished.
import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { ApiError } from "@cmgen/runtime";

const fail = () => {
  throw new Error("the inside");
};
const throws = (make) => () => {
  throw make();
};

function circular() {
  const value = { name: "circle" };
  value.self = value;
  return value;
}

function ownCause() {
  const error = new Error("its own cause");
  error.cause = error;
  return error;
}

function withGetter(target, name) {
  return Object.defineProperty(target, name, { get: fail, enumerable: true });
}

/** Every trap throws. */
const trapped = (target = {}) => new Proxy(target, new Proxy({}, { get: () => fail }));

/** Has no prototype, and so no toString. */
const bare = () => Object.assign(Object.create(null), { message: "bare" });

const refusal = (change = {}) => Object.assign(new ApiError("Forbidden", "Not you."), change);

/** Values that are thrown where something is awaited, and what is answered then. */
const thrown = [
  ["an error", () => new Error("the inside"), 500],
  ["a string", () => "words", 500],
  ["undefined", () => undefined, 500],
  ["null", () => null, 500],
  ["a symbol", () => Symbol("sign"), 500],
  ["a bigint", () => 10n, 500],
  ["a circle", circular, 500],
  ["an error that is its own cause", ownCause, 500],
  ["an object without a prototype", bare, 500],
  ["a proxy that throws", () => trapped(), 500],
  ["a proxy of an error that throws", () => trapped(new Error("the inside")), 500],
  ["a function that has no text", () => Object.assign(() => {}, { toString: fail }), 500],
  ["an error whose message throws", () => withGetter(new Error("x"), "message"), 500],
  ["an error whose stack throws", () => withGetter(new Error("x"), "stack"), 500],
  ["an error whose cause throws", () => withGetter(new Error("x"), "cause"), 500],
  ["an error whose code throws", () => withGetter(new Error("x"), "code"), 500],
  ["an error whose name is a symbol", () => Object.assign(new Error("x"), { name: Symbol("sign") }), 500],
  ["an error with a toJSON that throws", () => Object.assign(new Error("x"), { toJSON: fail }), 500],
  ["a refusal", () => refusal(), 403],
  ["a refusal with a header outside Latin-1", () => refusal({ headers: { "x-why": "→" } }), 500],
  ["a refusal with a header of two lines", () => refusal({ headers: { "x-why": "a\r\nset-cookie: b" } }), 500],
  ["a refusal with a header's name of two words", () => refusal({ headers: { "x why": "a" } }), 500],
  ["a refusal with a header that is a symbol", () => refusal({ headers: { "x-why": Symbol("sign") } }), 500],
  ["a refusal with headers that throw", () => refusal({ headers: trapped() }), 500],
  ["a refusal whose errors are a circle", () => refusal({ errors: [circular()] }), 500],
  ["a refusal whose errors have no length", () => refusal({ errors: null }), 500],
  ["a refusal whose extras hold a bigint", () => refusal({ extras: { value: 1n } }), 500],
  ["a refusal whose extras have a toJSON that throws", () => refusal({ extras: { value: { toJSON: fail } } }), 500],
  ["a refusal whose message throws", () => withGetter(refusal(), "message"), 500],
  ["a refusal of the status NaN", () => refusal({ status: Number.NaN }), 500],
  ["a refusal of the status 99", () => refusal({ status: 99 }), 500],
  ["a refusal of the status 204", () => refusal({ status: 204 }), 500],
  ["a refusal of no known code", () => new ApiError("Unheard", "No."), 500],
];

const [THEN] = ["then"];
const thenable = (then, target = {}) => Object.defineProperty(target, THEN, { value: then });

/** Ways to come to no good end, wherever something is awaited; all of them 500. */
const endless = [
  ["a promise that never settles", () => new Promise(() => {})],
  ["a thenable that never calls back", () => thenable(() => {})],
  [
    "a function that is a thenable",
    () =>
      thenable(
        () => {},
        () => {},
      ),
  ],
  [
    "a thenable that is hidden",
    () => new Proxy({}, { has: () => false, get: (_, name) => (name === "then" ? () => {} : undefined) }),
  ],
  ["a thenable whose then throws", () => withGetter({}, "then")],
  [
    "a thenable that calls back twice",
    () =>
      thenable((resolve, reject) => {
        reject(new Error("first"));
        reject(new Error("second"));
        resolve([]);
      }),
  ],
  ["a promise that rejects with a circle", () => Promise.reject(circular())],
];

const stream = (source) => new ReadableStream(source);
const bytes = (text) => new TextEncoder().encode(text);
const answer = (body, init) => new Response(body, init);
const changed = (change, body = "text") => Object.defineProperties(answer(body), change);

/** What endpoints answer with. */
const answers = [
  ["nothing", () => undefined, 500],
  ["a plain object", () => ({ status: 200, headers: new Headers(), body: null }), 500],
  ["a proxy of a response", () => trapped(answer("x")), 500],
  ["a body with 204", () => answer("x", { status: 204 }), 500],
  ["an error response", () => Response.error(), 500],
  ["the status NaN", () => changed({ status: { value: Number.NaN } }), 500],
  ["the status 1000", () => changed({ status: { value: 1000 } }), 500],
  ["the status 101", () => changed({ status: { value: 101 } }), 500],
  ["the status 304 with a body", () => changed({ status: { value: 304 } }), 500],
  ["a status that throws", () => changed({ status: { get: fail } }), 500],
  ["a status text of two lines", () => changed({ statusText: { value: "a\r\nb: c" } }), 500],
  ["a header outside Latin-1", () => answer("x", { headers: { "x-name": "→" } }), 500],
  ["a header outside Latin-1, past the check", () => changed({ headers: { value: headersOf("x-a", "→") } }), 500],
  ["a header of two lines, past the check", () => changed({ headers: { value: headersOf("x-a", "a\r\nb: c") } }), 500],
  ["headers that are no headers", () => changed({ headers: { value: 7 } }), 500],
  ["a length that is too large", () => answer("abc", { headers: { "content-length": "100" } }), "broken"],
  ["a length that is too small", () => answer("abcdef", { headers: { "content-length": "2" } }), "broken"],
  ["a length that is no number", () => answer("abc", { headers: { "content-length": "many" } }), 500],
  ["a body that was read already", () => readAlready(), 500],
  ["a body that is being read", () => locked(), 500],
  ["a body that is a number", () => changed({ body: { value: 7 } }), 500],
  ["a body that throws at once", () => answer(stream({ pull: fail })), "broken"],
  ["a body that fails at its start", () => answer(stream({ start: fail })), 500],
  [
    "a body that fails in the middle",
    () => {
      let at = 0;
      return answer(stream({ pull: (to) => (at++ === 0 ? to.enqueue(bytes("half")) : fail()) }));
    },
    "broken",
  ],
  ["a body that fails with a circle", () => answer(stream({ pull: (to) => to.error(circular()) })), "broken"],
  ["a body that fails with a proxy", () => answer(stream({ pull: (to) => to.error(trapped()) })), "broken"],
  ["a body of numbers", () => answer(stream({ start: (to) => to.enqueue(7) })), "broken"],
  ["a body of objects", () => answer(stream({ start: (to) => to.enqueue(circular()) })), "broken"],
  ["a body of null", () => answer(stream({ start: (to) => to.enqueue(null) })), "broken"],
  ["a body of text", () => answer(stream({ start: (to) => to.enqueue("text") })), "broken"],
  [
    "a body that never ends",
    () => answer(stream({ start: (to) => to.enqueue(bytes("x")), pull: () => delay(1e6) })),
    "left",
  ],
  ["a body that never begins", () => answer(stream({ pull: () => new Promise(() => {}) })), "left"],
  [
    "a body that cannot be cancelled",
    () => answer(stream({ start: (to) => to.enqueue(bytes("x")), cancel: fail })),
    "left",
  ],
  [
    "a body for HEAD that is never cancelled",
    () => answer(stream({ cancel: () => new Promise(() => {}) })),
    200,
    "HEAD",
  ],
  ["a body for HEAD that cannot be cancelled", () => answer(stream({ cancel: fail })), 200, "HEAD"],
  ["a huge body", () => answer(huge()), "left"],
  ["a request whose body is cancelled", async (request) => (await request.body.cancel(), answer("x")), 200, "POST"],
  [
    "a request whose body is left half read",
    async (request) => (await request.body.getReader().read(), answer("x")),
    200,
    "POST",
  ],
  ["JSON that holds a bigint", () => Response.json({ value: 1n }), 500],
  ["JSON that is a circle", () => Response.json(circular()), 500],
];

function headersOf(name, value) {
  return {
    *[Symbol.iterator]() {
      yield [name, value];
    },
    get: () => null,
    getSetCookie: () => [],
  };
}

async function readAlready() {
  const response = answer("abc");
  await response.text();
  return response;
}

function locked() {
  const response = answer("abc");
  response.body.getReader();
  return response;
}

function huge() {
  const chunk = new Uint8Array(1 << 20);
  let sent = 0;
  return stream({ pull: (to) => (sent++ < 256 ? to.enqueue(chunk) : to.close()) });
}

/** What is done beside an answer that is well. All are 200, and where `logged` is, the log has the plugin's name. */
const aside = [
  ["rejects a promise that nobody awaits", () => void Promise.reject(new Error("unawaited")), "unawaited"],
  [
    "rejects one with a circle",
    () => void Promise.reject(Object.assign(circular(), { name: "unawaited circle" })),
    "unawaited circle",
  ],
  ["rejects one with a proxy", () => void Promise.reject(trapped()), ""],
  [
    "rejects one after the answer",
    () => void delay(5).then(() => Promise.reject(new Error("rejected late"))),
    "rejected late",
  ],
  ["makes a request that fails and is not awaited", () => void fetch("http://127.0.0.1:1/"), "fetch failed"],
  [
    "makes a list that is refused and not awaited",
    (context, model) => void context.resource(model).list({ where: { nothing: 1 } }),
    "nothing",
  ],
  ["throws from a timer", () => void setTimeout(throws(() => new Error("from a timer"))), "from a timer"],
  [
    "throws from an immediate",
    () => void setImmediate(throws(() => new Error("from an immediate"))),
    "from an immediate",
  ],
  ["throws from a tick", () => process.nextTick(throws(() => new Error("from a tick"))), "from a tick"],
  ["throws from a microtask", () => queueMicrotask(throws(() => new Error("from a microtask"))), "from a microtask"],
  ["throws a circle from a timer", () => void setTimeout(throws(circular)), "circle"],
  ["throws a proxy from a timer", () => void setTimeout(throws(trapped)), ""],
  [
    "emits an error that nobody hears",
    () => void setTimeout(() => new EventEmitter().emit("error", new Error("unheard"))),
    "unheard",
  ],
  ["logs a circle", ({ log }) => log.error(circular(), "line")],
  ["logs an error that is its own cause", ({ log }) => log.error({ err: ownCause() }, "line")],
  ["logs a getter that throws", ({ log }) => log.error(withGetter({}, "a"), "line")],
  ["logs a toJSON that throws", ({ log }) => log.error({ a: { toJSON: fail } }, "line")],
  ["logs a proxy that throws", ({ log }) => log.error(trapped(), "line")],
  ["logs a bigint", ({ log }) => log.error({ a: 1n }, "line")],
  ["logs a symbol", ({ log }) => log.error({}, Symbol("sign"))],
  ["logs nothing", ({ log }) => log.error()],
  ["logs a message that throws", ({ log }) => log.error({}, { toString: fail })],
  ["logs a message that is a proxy", ({ log }) => log.error({}, trapped())],
];

/** Where code of a plugin is called: `{ at, what, run, status, method, logged }`. */
export const attempts = [
  ...["endpoint", "class", "hook", "authorizer", "page", "watch"].flatMap((at) => [
    ...thrown.map(([what, make, status]) => ({ at, what: `throws ${what}`, run: throws(make), status })),
    ...thrown.map(([what, make, status]) => ({
      at,
      what: `rejects with ${what}`,
      run: () => Promise.reject(make()),
      status,
    })),
  ]),
  ...["hook", "authorizer", "watch", "page"].flatMap((at) =>
    endless.map(([what, run]) => ({ at, what: `returns ${what}`, run, status: 500 })),
  ),
  ...["endpoint", "class"].flatMap((at) =>
    answers.map(([what, run, status, method = "GET"]) => ({ at, what: `answers with ${what}`, run, status, method })),
  ),
  ...["endpoint", "hook"].flatMap((at) =>
    aside.map(([what, run, logged]) => ({ at, what, beside: run, status: 200, logged })),
  ),
  ...[
    ["allows nobody", () => undefined],
    ["decides with no known word", () => ({ decision: "perhaps" })],
    ["decides with a getter that throws", () => withGetter({}, "decision")],
    ["refuses with a reason that is no text", () => ({ decision: "forbidden", reason: Symbol("sign") })],
    ["refuses with a circle for a reason", () => ({ decision: "forbidden", reason: circular() })],
    ["challenges outside Latin-1", () => ({ decision: "unauthorized", challenge: "Bearer realm=→" })],
    ["challenges in two lines", () => ({ decision: "unauthorized", challenge: "a\r\nset-cookie: b" })],
    ["challenges with a symbol", () => ({ decision: "unauthorized", challenge: Symbol("sign") })],
  ].flatMap(([what, run]) => ["authorizer", "page", "watch"].map((at) => ({ at, what, run, status: 500 }))),
  ...[
    ...thrown.map(([what, make]) => ({ what: `throws ${what}`, run: throws(make) })),
    ["asks to come back after NaN milliseconds", Number.NaN],
    ["asks to come back earlier", "-1s"],
    ["asks to come back never", Infinity],
    ["asks to come back after a symbol", Symbol("sign")],
  ]
    .map((each) => (Array.isArray(each) ? { what: each[0], run: () => ({ requeueAfter: each[1] }) } : each))
    .map((each) => ({ at: "controller", ...each })),
].map((attempt, number) => ({ ...attempt, number }));
