import { afterEach, beforeEach, expect, test } from "vitest";

import { model, object, project, ref, named, string } from "../../model/type-builders.test.fixture.js";
import { SecondThread } from "../../thread/second-thread.js";
import { validatorEmitter } from "./emit-validator.js";
import { threadedValidatorEmitter } from "./threaded-validators.js";

const context = { outDir: "src/generated", prismaDir: "prisma" };
const shared = named("Address", object({ street: string({ maxLength: 9 }) }));
const many = project(
  Array.from({ length: 101 }, (_, at) => model(`Kind${at}`, object({ home: ref("Address") }))),
  [shared],
);

let thread: SecondThread;

beforeEach(() => {
  thread = new SecondThread();
});

afterEach(() => thread.end());

test("many validators are made in a thread, the same as without", async () => {
  const emitted = threadedValidatorEmitter(thread).emit(many, context);
  expect(emitted).toBeInstanceOf(Promise);
  expect(await emitted).toEqual(validatorEmitter.emit(many, context));
});

test("of some models only theirs are made", async () => {
  const only = new Set(many.models.slice(1));
  const files = await threadedValidatorEmitter(thread).emit(many, { ...context, only });
  expect(files.map((file) => file.model)).toEqual([...only]);
  expect(files[0]?.contents).toContain("validateKind1(");
});

test("few are made at once", () => {
  const only = new Set(many.models.slice(0, 1));
  expect(threadedValidatorEmitter(thread).emit(many, { ...context, only })).toHaveLength(1);
});

test("what goes wrong in the thread is reported", async () => {
  const broken = { ...many, types: [] };
  await expect(threadedValidatorEmitter(thread).emit(broken, context)).rejects.toThrow('A type refers to "Address"');
});
