import type { ts } from "ts-morph";

import type { HooksModule, LogicModule, ScheduleModule, WrittenText } from "../../model/model.js";
import { compiler } from "../compiler.js";
import { withoutCasts } from "../declaration/static-value.js";
import type { Reporter } from "../reporter.js";
import { declared, isNamed, logicOf, ownImport, settingOf, settingsOf } from "./module-syntax.js";

/** Reads a module of `src/controllers`; nothing where it brings no controller. */
export function readController(reporter: Reporter, file: ts.SourceFile, module: LogicModule): LogicModule | undefined {
  return logicOf(reporter, file, "defineController") && module;
}

/** Reads a module of `src/hooks`; nothing where it brings no hooks. */
export function readHooks(reporter: Reporter, file: ts.SourceFile, module: LogicModule): HooksModule | undefined {
  const exported = logicOf(reporter, file, "defineHooks");
  if (exported === undefined) return undefined;
  const model = settingOf(exported, "defineHooks", "model");
  const imported = model && ownImport(file, model, module);
  return model && imported ? { ...module, model: { ...imported, span: reporter.files.spanOf(model) } } : module;
}

/** Reads a module of `src/schedules`, and its times where they are plain text; nothing where it brings no schedule. */
export function readSchedule(reporter: Reporter, file: ts.SourceFile, module: LogicModule): ScheduleModule | undefined {
  const node = logicOf(reporter, file, "defineSchedule");
  if (node === undefined) return undefined;
  const settings = settingsOf(node, "defineSchedule") ?? [];
  const hasSpread = settings.some((member) => compiler.isSpreadAssignment(member));
  const written = (name: string): WrittenText | "unknown" | undefined => {
    const member = settings.find((candidate) => isNamed(candidate, name));
    if (member === undefined) return hasSpread ? "unknown" : undefined;
    return (compiler.isPropertyAssignment(member) && textOf(reporter, file, member.initializer)) || "unknown";
  };
  const [every, cron, timeZone] = [written("every"), written("cron"), written("timeZone")];
  return {
    ...module,
    ...(typeof every === "object" && { every }),
    ...(typeof cron === "object" && { cron }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

/** A text, or a constant of the module that is one. */
function textOf(reporter: Reporter, file: ts.SourceFile, value: ts.Expression): WrittenText | undefined {
  const node = declared(file, withoutCasts(value));
  return compiler.isStringLiteralLike(node) ? { text: node.text, span: reporter.files.spanOf(node) } : undefined;
}
