import { setImmediate } from "node:timers/promises";
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
parentPort?.on("message", (message: TaskMessage) => {
  tasks.push(message);
  if (!isWorking) void work();
});

/** What there is to do, with what is being done. */
const tasks: TaskMessage[] = [];
let isWorking = false;

/** Does one task after the other; what one throws ends the thread, and the caller is told. */
async function work(): Promise<void> {
  isWorking = true;
  // Messages that came while the last task was done are delivered meanwhile.
  for (await setImmediate(); tasks.length > 0; await setImmediate()) {
    // Validators go first: the other thread makes them, too, once it has nothing else to do.
    const at = Math.max(
      0,
      tasks.findIndex(({ task }) => task === "validators"),
    );
    const [message] = tasks.slice(at, at + 1);
    if (message === undefined) return;
    const answer = await answerTo(message);
    tasks.splice(tasks.indexOf(message), 1);
    if (message.id !== undefined && answer !== undefined) {
      parentPort?.postMessage({ id: message.id, answer } satisfies AnswerMessage);
    }
  }
  isWorking = false;
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
