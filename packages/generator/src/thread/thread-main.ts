import { parentPort } from "node:worker_threads";

import { createValidatorWriter } from "../emit/validator/emit-validator.js";
import { diffSchemas } from "../migrate/diff-schemas.js";
import { preloadSchemaEngine } from "../migrate/load-schema-engine.js";
import { KnownFunctions } from "../validator/known-functions.js";
import { AheadCompiler } from "./ahead-compiler.js";
import { type NumberedText, remaining } from "./numbered-texts.js";
import type { AnswerMessage, Answers, TaskMessage, ValidatorsTask } from "./tasks.js";

const functions = new KnownFunctions();
const ahead = new AheadCompiler(functions);

preloadSchemaEngine();
parentPort?.on("message", (message: TaskMessage) => void answer(message));

/** What a task throws ends the thread, and whoever waits for it is told. */
async function answer(message: TaskMessage): Promise<void> {
  const given = await answerTo(message);
  if (message.id === undefined || given === undefined) return;
  parentPort?.postMessage({ id: message.id, answer: given } satisfies AnswerMessage);
}

async function answerTo({ task, given }: TaskMessage): Promise<Answers[keyof Answers] | undefined> {
  switch (task) {
    case "ahead":
      ahead.take(given);
      return undefined;
    case "validators":
      return validators(given);
    case "diff":
      return diffSchemas(given.provider, given.from, given.to);
  }
}

function validators({ project, wanted, next }: ValidatorsTask): readonly NumberedText[] {
  const writer = createValidatorWriter(project, functions);
  return Array.from(remaining(wanted, next), ([at, position]) => {
    const model = project.models[position];
    if (model === undefined) throw new RangeError(`The project has no model ${position}.`);
    return [at, writer(model)] as const;
  });
}
