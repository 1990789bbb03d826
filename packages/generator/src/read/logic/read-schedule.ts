import type { ts } from "ts-morph";

import type { LogicModule, ScheduleModule, WrittenText } from "../../model/model.js";
import { compiler } from "../compiler.js";
import { declared, isNamed, logicOf, settingsOf } from "./logic-exports.js";
import type { Reporter } from "../reporter.js";
import { withoutCasts } from "../declaration/static-value.js";

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
