import { ownedSignal, runAs, type CodeOwner } from "../../log/code-owner.js";
import type { Hooks } from "./hooks.js";

/** Hooks that run in their plugin's name, so that errors of code that they start and do not await are assigned to the plugin. */
export function ownedHooks(owner: CodeOwner, hooks: Hooks): Hooks {
  const { model, default: fill, validate, beforeWrite } = hooks;
  return {
    model,
    ...(fill && { default: owned(owner, fill.bind(hooks)) }),
    ...(validate && { validate: owned(owner, validate.bind(hooks)) }),
    ...(beforeWrite && { beforeWrite: owned(owner, beforeWrite.bind(hooks)) }),
  };
}

type Hook<Value, Context> = (value: Value, context: Context) => unknown;

function owned<Value, Context extends { readonly signal: AbortSignal }>(
  owner: CodeOwner,
  hook: Hook<Value, Context>,
): Hook<Value, Context> {
  return (value, context) =>
    runAs(owner, () => hook(value, { ...context, signal: ownedSignal(owner, context.signal) }));
}
