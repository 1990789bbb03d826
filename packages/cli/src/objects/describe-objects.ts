import { exitCode, type ExitCode } from "../exit-code.js";
import { withService, type ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { findTargets } from "./find-targets.js";
import { eachObject } from "./get-objects.js";
import { ageOf } from "./object-age.js";
import { deletionOf } from "./object-table.js";
import { printYaml } from "./print-yaml.js";
import { readFailures } from "./read-failures.js";
import { assertNamedOrSelected, selectionOf } from "./selection-options.js";
import type { ServedObject } from "./served-object.js";
import { readResources, type ServedResource } from "./served-resource.js";

export interface DescribeObjectsOptions extends ConnectOptions {
  readonly resource: string;
  readonly names?: readonly string[] | undefined;
  readonly selector: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** Describes the objects that are named or selected; see the command. */
export function describeObjects(options: DescribeObjectsOptions, terminal: Terminal): Promise<ExitCode> {
  const words = [options.resource, ...(options.names ?? [])];
  const selection = selectionOf(options);
  assertNamedOrSelected(words, selection);
  return withService(options, terminal, async (connection) => {
    const { transport } = connection;
    const targets = findTargets(await readResources(transport), words);
    const isNamed = targets[0]?.name !== undefined;
    let gap = "";
    const failures = new Map<ServedResource, ReadonlyMap<string, readonly string[]>>();
    const { missing } = await eachObject(
      { connection, targets, query: selection, terminal },
      async (resource, objects) => {
        const failed = failures.get(resource) ?? (await readFailures(transport, resource));
        failures.set(resource, failed);
        for (const object of objects) {
          const notes = failed.get(object.metadata.name) ?? [];
          terminal.out(gap + printable(description(object, notes, terminal.now())));
          await terminal.drained?.();
          gap = "\n\n";
        }
      },
    );
    if (gap === "" && !isNamed) terminal.error("No objects found.\n");
    return missing === 0 ? exitCode.ok : exitCode.refused;
  });
}

/** What there is to say of an object, most asked first. */
function description(object: ServedObject, failures: readonly string[], now: Date): string {
  const { apiVersion, kind, metadata, spec, status, ...others } = object;
  const {
    name,
    uid,
    version,
    creationTimestamp,
    labels,
    annotations,
    finalizers,
    deletionTimestamp: _,
    ...more
  } = metadata;
  const deletion = deletionOf(object, now);
  const lines = [
    ["Name", name],
    ["Kind", `${String(kind)} (${String(apiVersion)})`],
    ["Uid", uid],
    ["Version", String(version)],
    ["Created", `${creationTimestamp} (${ageOf(creationTimestamp, now)} ago)`],
    ["Labels", pairs(labels)],
    ["Annotations", pairs(annotations)],
    ["Finalizers", (finalizers ?? []).join("\n") || "none"],
    ...(deletion === undefined ? [] : [["Deletion", deletion]]),
    ...failures.map((failure) => ["Failure", failure]),
  ];
  const head = lines.map(([title = "", text = ""]) => `${`${title}:`.padEnd(14)}${text.replaceAll("\n", INDENT)}\n`);
  const parts = Object.entries({ ...more, spec, status, ...others }).filter(([, value]) => value !== undefined);
  return head.join("") + parts.map(([title, value]) => part(title, value)).join("");
}

const INDENT = `\n${" ".repeat(14)}`;

function pairs(texts: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(texts).map(([key, value]) => `${key}=${value}`);
  return lines.join("\n") || "none";
}

function part(title: string, value: unknown): string {
  const heading = `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
  return `${heading}:\n${printYaml(value).replaceAll(/^(?=.)/gm, "  ")}`;
}
