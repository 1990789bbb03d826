import { StepFailed } from "./step-failed.mjs";

/**
 * What a release changes: its part of CHANGELOG.md.
 *
 * @throws {StepFailed} where nobody has written that part yet.
 */
export function releaseNotes(version, changelog) {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version}\n`));
  const notes = section?.slice(version.length).trim() ?? "";
  if (notes !== "") return `${notes}\n`;
  throw new StepFailed(`CHANGELOG.md does not say what ${version} changes. Write a part "## ${version}" for users.`, 1);
}
