import { isDeepStrictEqual } from "node:util";
import { type ExtensionObject, type VersionView, causeOf, valuesOfIndex } from "@cmgen/runtime/database";
import { printValue, type Finding } from "./finding.js";

/** Places told of for one object. */
const TOLD = 5;

/**
 * Takes an object to another version and back, as an update through that version would that changes next to nothing: what would be another
 * then is what users of the version lose. Also holds the version's indexes against those of the storage version that they stand for.
 */
export function examineVersion(version: VersionView, object: ExtensionObject): readonly Finding[] {
  const name = version.model.version;
  try {
    const shown = version.shown(object);
    const back = version.toStorage(shown, object);
    const lost = differences("", partsOf(object), partsOf(back));
    return [...lost.slice(0, TOLD).map((place) => lossOf(name, place)), ...examineIndexes(version, object, shown)];
  } catch (error) {
    return [{ code: "version", message: `As ${name}: ${causeOf(error)}` }];
  }
}

function lossOf(version: string, { path, before, after }: Difference): Finding {
  return {
    code: "version",
    index: path,
    message: `A write through ${version} changes it: it does not come back from the conversion as it was.`,
    ...(before !== undefined && { stored: printValue(before) }),
    ...(after !== undefined && { expected: printValue(after) }),
  };
}

interface Difference {
  /** JSON Pointer. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

function differences(path: string, before: unknown, after: unknown): readonly Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  const members =
    isRecord(before) && isRecord(after) ? [...new Set([...Object.keys(before), ...Object.keys(after)])] : [];
  if (!isRecord(before) || !isRecord(after)) return [{ path, before, after }];
  return members.flatMap((member) =>
    differences(`${path}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`, before[member], after[member]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function partsOf({ spec, status }: ExtensionObject): unknown {
  return JSON.parse(JSON.stringify({ spec, status }));
}

/** An index of a version is one of the storage version under another name: lists and watches ask that for its values. */
function examineIndexes(
  { model, storage }: VersionView,
  object: ExtensionObject,
  shown: ExtensionObject,
): readonly Finding[] {
  return model.indexes.flatMap((index): readonly Finding[] => {
    const stored = storage.indexes.find((candidate) =>
      index.multi
        ? candidate.multi && candidate.table === index.table
        : !candidate.multi && candidate.column === index.column,
    );
    if (stored === undefined) return [];
    const [found, expected] = [valuesOfIndex(stored, object), valuesOfIndex(index, shown)];
    if ("problem" in found || "problem" in expected || isDeepStrictEqual(found.values, expected.values)) return [];
    const message = `${model.version} has another value here than ${stored.name}, the stored index it maps to. Lists select and sort by the stored one.`;
    return [
      {
        code: "version",
        index: index.name,
        message,
        stored: printValue(found.values),
        expected: printValue(expected.values),
      },
    ];
  });
}
