import type { Examination } from "../doctor/examine-database.js";
import type { Finding } from "../doctor/finding.js";
import type { EnvironmentFinding } from "../environment/environment-finding.js";
import { examineEnvironment } from "../environment/examine-environment.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { assertMigrated } from "./assert-migrated.js";
import { databaseCommand } from "./database-command.js";
import { databaseWithModels, type DatabaseWithModels, type ModelsOptions } from "./database-with-models.js";
import { withDatabase } from "./with-database.js";

export interface DoctorOptions extends ModelsOptions {
  readonly json: boolean;
  /** Whether generated files are compared with the models. */
  readonly drift: boolean;
}

/** Findings that are printed; the others are counted. A store that is wrong everywhere is wrong in one thing. */
const PRINTED = 1000;

/** Examines the plugin's surroundings, and its database; see the command. */
export async function examinePlugin(options: DoctorOptions, terminal: Terminal): Promise<ExitCode> {
  const environment = await examineEnvironment(pluginPlace(terminal), options);
  if (!options.json) for (const finding of environment) print(finding, terminal);
  const examined = await databaseWithModels(options, terminal);
  // Tables that are missing, or do not match the models, cannot be examined.
  await assertMigrated(examined.database);
  const { findings } = await (options.json
    ? printJson(examined, environment, terminal)
    : printText(examined, terminal));
  return findings === 0 && environment.every(isRemark) ? exitCode.ok : exitCode.found;
}

/** Who listens on a port is another matter by the time the service starts. */
function isRemark({ code }: EnvironmentFinding): boolean {
  return code === "port";
}

function print(finding: EnvironmentFinding, terminal: Terminal): void {
  const { code, message, fix } = finding;
  (isRemark(finding) ? terminal.error : terminal.out)(`${code}: ${message}\n  ${fix}\n`);
}

async function examine(
  { database, models }: DatabaseWithModels,
  report: (finding: Finding) => void,
): Promise<Examination> {
  // Loads the drivers.
  const { examineDatabase } = await import("../doctor/examine-database.js");
  return withDatabase(database, () => examineDatabase(database.url, models, report));
}

async function printText(examined: DatabaseWithModels, terminal: Terminal): Promise<Examination> {
  let printed = 0;
  const examination = await examine(examined, (finding) => {
    printed += 1;
    if (printed <= PRINTED) terminal.out(`${printFinding(finding)}\n`);
  });
  const { objects, findings } = examination;
  if (findings > PRINTED) terminal.out(`… and ${findings - PRINTED} more\n`);
  const size = `${objects} object${objects === 1 ? "" : "s"}`;
  const { label } = examined.database;
  const rewrite = databaseCommand("migrate objects", examined.database);
  for (const older of examination.older ?? []) {
    const what = `${older.objects} object${older.objects === 1 ? "" : "s"} of ${older.resource}`;
    terminal.out(`${what}: stored as ${older.apiVersion}, and converted when read; ${rewrite} stores them again\n`);
  }
  for (const warning of examination.warnings ?? []) terminal.out(`warning: ${warning}\n`);
  terminal.out(
    findings === 0
      ? `${label} agrees with itself: ${size} looked at.\n`
      : `${label} disagrees with itself in ${findings} place${findings === 1 ? "" : "s"}: ${size} looked at.\n`,
  );
  return examination;
}

function printFinding({ code, resource, object, index, pointer, message, stored, expected }: Finding): string {
  const place = [resource, object].filter((part) => part !== undefined).join("/");
  const head = [code, place, index ?? pointer].filter((part) => part !== undefined && part !== "").join(" ");
  const values =
    stored === undefined && expected === undefined
      ? []
      : [`  stored   ${stored ?? "nothing"}`, `  expected ${expected ?? "nothing"}`];
  return [`${head}: ${message}`, ...values].join("\n");
}

async function printJson(
  examined: DatabaseWithModels,
  environment: readonly EnvironmentFinding[],
  terminal: Terminal,
): Promise<Examination> {
  const disagreements: Finding[] = [];
  const examination = await examine(examined, (finding) => {
    if (disagreements.length < PRINTED) disagreements.push(finding);
  });
  const { objects, findings, older, warnings } = examination;
  const status = findings === 0 ? "clean" : "disagreements";
  terminal.out(
    `${JSON.stringify({ status, environment, objects, findings, disagreements, older, warnings }, null, 2)}\n`,
  );
  return examination;
}
