import { describe, expect, test } from "vitest";

import { defaultConfig } from "../config/resolved-config.js";
import type { Model, ProjectModel } from "../model/model.js";
import {
  array,
  model,
  modelRef,
  named,
  object,
  project,
  ref,
  reference,
  string,
} from "../model/type-builders.test.fixture.js";
import { emit } from "./emit.js";
import { emittersOf } from "./emitters.js";
import { projectKeys } from "./model-keys.js";

const address = named("Address", object({ street: string() }));
const alpha = model("Alpha", object({ home: ref("Address") }));
const beta = model("Beta", object({ title: string() }));
const betaWithAddress = model("Beta", object({ title: string(), home: ref("Address") }));
const toBeta = { apiVersion: "things.example.com/v1alpha1", kind: "Beta", onDelete: "none" } as const;
const refersToBeta = model("Alpha", object({ beta: reference("Beta", "none") }), {
  references: [{ ...toBeta, index: "spec.beta", path: ["spec", "beta"], span: beta.span }],
});
const gamma = model("Gamma", object({ title: string() }));

interface Case {
  readonly what: string;
  readonly before: ProjectModel;
  readonly after: ProjectModel;
  /** Models in both whose files differ: the test emits them. Their keys must differ too. */
  readonly differ: readonly string[];
  /** Models that have nothing to do with the change: their keys must be the same. */
  readonly same: readonly string[];
}

const cases: readonly Case[] = [
  {
    what: "a type of one model is used by a second and moves to the types of the version",
    before: project([alpha, beta, gamma], [address]),
    after: project([alpha, betaWithAddress, gamma], [address]),
    differ: ["Alpha", "Beta"],
    same: ["Gamma"],
  },
  {
    what: "a type moves with the one that refers to it",
    before: project([model("Alpha", object({ owner: ref("Owner") })), beta], [address, owner()]),
    after: project(
      [model("Alpha", object({ owner: ref("Owner") })), model("Beta", object({ owner: ref("Owner") }))],
      [address, owner()],
    ),
    differ: ["Alpha", "Beta"],
    same: [],
  },
  {
    what: "a third model uses a type that two have",
    before: project([alpha, betaWithAddress, gamma], [address]),
    after: project([alpha, betaWithAddress, model("Gamma", object({ homes: array(ref("Address")) }))], [address]),
    differ: ["Gamma"],
    same: ["Alpha", "Beta"],
  },
  {
    what: "a model of another version uses a type, which each version declares",
    before: project([alpha, gamma], [address]),
    after: project([alpha, gamma, model("Beta", object({ home: ref("Address") }), { version: "v2" })], [address]),
    differ: [],
    same: ["Gamma"],
  },
  {
    what: "a type that a model has through another model changes",
    before: project([model("Alpha", object({ beta: modelRef("Beta") })), betaWithAddress, gamma], [address]),
    after: project(
      [model("Alpha", object({ beta: modelRef("Beta") })), betaWithAddress, gamma],
      [named("Address", object({ street: string({ maxLength: 9 }) }))],
    ),
    differ: ["Alpha", "Beta"],
    same: ["Gamma"],
  },
  {
    what: "the files of a model that another one refers to move",
    before: project([refersToBeta, beta, gamma]),
    after: project([refersToBeta, model("Beta", object({ title: string() }), { singular: "bee" }), gamma]),
    differ: ["Alpha", "Beta"],
    same: ["Gamma"],
  },
  {
    what: "a model appears whose list has the name of a type",
    before: project(
      [model("Alpha", object({ list: ref("BetaList") })), gamma],
      [named("BetaList", object({ a: string() }))],
    ),
    after: project(
      [model("Alpha", object({ list: ref("BetaList") })), gamma, beta],
      [named("BetaList", object({ a: string() }))],
    ),
    differ: ["Alpha"],
    same: [],
  },
  {
    what: "a type is renamed because another one has its name, and is reached through a third",
    before: project(
      [model("Alpha", object({ owner: ref("Owner") })), gamma],
      [named("Address", object({ street: string() })), owner()],
    ),
    after: project(
      [model("Alpha", object({ owner: ref("Owner") })), gamma, model("Beta", object({ home: ref("Address") }))],
      [
        named("Address", object({ other: string() })),
        named("OtherAddress", object({ street: string() })),
        owner("OtherAddress"),
      ],
    ),
    differ: ["Alpha"],
    same: ["Gamma"],
  },
];

function owner(home = "Address"): ReturnType<typeof named> {
  return named("Owner", object({ home: ref(home) }));
}

/** For each model that both projects have, whether its own files, and whether its key, differ. */
async function differences(
  before: ProjectModel,
  after: ProjectModel,
): Promise<Readonly<Record<"files" | "keys", readonly string[]>>> {
  const differing = async (of: (project: ProjectModel) => Promise<ReadonlyMap<string, string>>) => {
    const [earlier, later] = [await of(before), await of(after)];
    return [...earlier].flatMap(([kind, made]) => (later.has(kind) && later.get(kind) !== made ? [kind] : []));
  };
  return { files: await differing(filesByKind), keys: await differing(keysByKind) };
}

async function filesByKind(of: ProjectModel): Promise<ReadonlyMap<string, string>> {
  const emitters = emittersOf(defaultConfig, () => ({ code: "", types: "" }));
  const files = await emit(emitters, of, { outDir: "src/generated", prismaDir: "prisma" });
  const ownOf = (one: Model) =>
    files.filter((file) => file.model === one).map(({ path, contents }) => [path, contents]);
  return new Map(of.models.map((one) => [one.kind, JSON.stringify(ownOf(one))]));
}

async function keysByKind(of: ProjectModel): Promise<ReadonlyMap<string, string>> {
  return new Map([...projectKeys(of).ofModels].map(([{ kind }, key]) => [kind, key]));
}

describe.each(cases)("$what", ({ before, after, differ, same }) => {
  test.each([
    ["forth", before, after],
    ["and back", after, before],
  ])("%s", async (_, from, to) => {
    const { files, keys } = await differences(from, to);
    expect(files).toEqual(differ);
    expect(keys).toEqual(expect.arrayContaining([...differ]));
    expect(keys.filter((kind) => same.includes(kind))).toEqual([]);
  });
});
