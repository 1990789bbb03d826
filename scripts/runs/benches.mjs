const engines = ["sqlite", "postgresql"];

/** What an option's text is read as; `undefined` if it is not that. */
const positive = (text) => (Number(text) > 0 && Number.isFinite(Number(text)) ? Number(text) : undefined);
const listOf = (read) => (text) => {
  const values = text.split(",").map(read);
  return values.includes(undefined) ? undefined : values;
};
const positives = listOf(positive);
const databases = listOf((text) => (engines.includes(text) ? text : undefined));

const record = { about: "puts the tables into docs/measurements.md" };

/** Which databases are measured. */
export const databasesOption = {
  value: engines.join(),
  read: databases,
  fallback: engines,
  about: "which databases",
};

const measured = {
  sizes: { value: "10000,1000000", read: positives, about: "how many objects there are; each bench has its own sizes" },
  databases: databasesOption,
  postgres: {
    value: "<folder>",
    read: String,
    about: "the programs of the PostgreSQL to measure, such as /usr/lib/postgresql/15/bin",
  },
  rounds: { value: "500", read: positive, fallback: 500, about: "of short measurements; long ones have fewer" },
  seconds: { value: "1", read: positive, fallback: 1, about: "of each turn of a load over HTTP; `http` takes half" },
  cache: {
    value: "<folder>",
    read: String,
    about: "keeps the filled databases there for the next run, one run at a time",
  },
  json: { about: "prints JSON in the place of tables" },
  record,
};
const cells = {
  cells: { value: "150", read: positive, about: "measures a sample of so many cells of the matrix of lists" },
  only: {
    value: "<text>",
    read: String,
    about: "measures only cells with this text in their words, such as a term or `cold`; several with ; between them",
  },
};
const rows = {
  row: { value: "<text>", read: String, about: "measures only rows with this text in their names, such as `newest`" },
};
const apart = { apart: { about: "limits servers to the first processor and clients to the second, by taskset" } };
const plot = { plot: { about: "draws what is measured into docs/images" } };

const alternating = (models, rounds, limit) => ({
  models: { value: models.join(), read: positives, fallback: models, about: "how many models there are" },
  rounds: { value: String(rounds), read: positive, fallback: rounds, about: "of all programs, alternating" },
  limit: { value: String(limit), read: positive, fallback: limit, about: "seconds after which a program is stopped" },
  record,
});

/** `measures`: the benches of test/bench/src that it is made of; one without is a file of its own name in test/bench. */
const runs = {
  store: {
    about: "Reads, lists, totals and writes of the store, beside hand-written SQL.",
    measures: ["store"],
    options: measured,
  },
  lists: {
    about: "Lists of every form, beside the best of several hand-written plans.",
    measures: ["lists"],
    options: { ...measured, ...cells },
  },
  selectors: {
    about: "Lists by alternatives, words and values of other objects, beside the best of several hand-written plans.",
    measures: ["selectors"],
    options: { ...measured, ...cells },
  },
  totals: {
    about: "Exact totals of broad filters, beside the database's own count.",
    measures: ["totals"],
    options: measured,
  },
  aggregate: {
    about: "Counts and sums by group, beside hand-written SQL.",
    measures: ["aggregates"],
    options: { ...measured, ...rows },
  },
  batch: {
    about: "Creates in one request, beside a request for each.",
    measures: ["batches"],
    options: { ...measured, ...rows },
  },
  http: {
    about: "Whole services over HTTP, beside bare node:http and Express.",
    measures: ["http"],
    options: { ...measured, ...rows },
  },
  files: { about: "The files that one request passes through.", measures: ["files"], options: measured },
  load: {
    about: "Reads by name while the service does something long; and watch.",
    measures: ["load", "watch"],
    options: { ...measured, ...apart },
  },
  watch: {
    about: "Writes, reads and events beside a thousand watches.",
    measures: ["watch"],
    options: { ...measured, ...apart },
  },
  access: {
    about: "Reads by name with a token, row rules and hidden fields, beside a service without access.",
    measures: ["access"],
    options: { ...measured, ...rows },
  },
  versions: {
    about: "Lists of a kind with two versions, beside a kind with one.",
    measures: ["versions"],
    options: measured,
  },
  transfer: {
    about: "A whole database exported and imported as it is.",
    measures: ["transfer"],
    options: measured,
  },
  evolve: {
    about: "The start of a release that changes every stored object by an evolve step.",
    measures: ["evolve"],
    options: measured,
  },
  growth: {
    about: "How the store's times grow with the number of objects.",
    measures: ["growth"],
    options: { ...measured, ...plot },
  },
  service: {
    about:
      "All above but selectors, aggregate, batch, evolve, files, access, versions and transfer, one after another: an hour and three quarters.",
    measures: ["store", "lists", "totals", "http", "load", "watch", "growth"],
    options: { ...measured, ...cells, ...rows, ...apart, ...plot },
  },
  generate: { about: "`cmgen generate`, beside generators of clients.", options: alternating([1, 100, 1000], 5, 60) },
  cli: {
    about: "`cmgen --help` and `cmgen generate` of one model, beside an empty Node.js.",
    options: {
      rounds: { value: "15", read: positive, fallback: 15, about: "of all programs, alternating" },
      cold: { value: "5", read: positive, fallback: 5, about: "rounds with a run without output and cache" },
      record,
    },
  },
  tracing: {
    about: "Requests traced by OpenTelemetry, beside untraced ones.",
    options: {
      rounds: { value: "7", read: positive, fallback: 7, about: "of all services, alternating" },
      seconds: { value: "1", read: positive, fallback: 1, about: "of each turn" },
    },
  },
  webhooks: {
    about: "Changes sent to a receiver, beside a bare client.",
    options: {
      rounds: { value: "5", read: positive, fallback: 5, about: "of both, alternating" },
      messages: { value: "5000", read: positive, fallback: 5000, about: "changes in a round; hundreds" },
    },
  },
  console: {
    about: "How soon the console shows a list, and how smooth it stays while objects change.",
    options: {
      rounds: { value: "10", read: positive, fallback: 10, about: "of a first visit" },
      objects: { value: "20000", read: positive, fallback: 20_000, about: "how many objects the model has" },
      seconds: { value: "10", read: positive, fallback: 10, about: "how long the objects of an open list are changed" },
    },
  },
  installs: { about: "The packages that npm installs, beside those of other tools.", options: { record } },
  client: {
    about: "Type-checking and bundling a client, beside those of other generators.",
    options: alternating([100, 1000], 5, 300),
  },
};

export const benches = { call: "npm run bench --", noun: "bench", runs };
