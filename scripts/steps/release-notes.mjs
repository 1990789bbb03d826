/**
 * What a release changes, of the changelogs of all packages: they share a version, and a change of several packages is in each of their
 * changelogs.
 *
 * @param changelogs Texts as changesets writes them.
 */
export function releaseNotes(version, changelogs) {
  const byHeading = new Map();
  for (const changelog of changelogs) {
    const section = changelog.split(/^## /m).find((text) => text.startsWith(`${version}\n`)) ?? "";
    for (const part of section.split(/^### /m).slice(1)) {
      const [heading = "", ...lines] = part.split("\n");
      const known = byHeading.get(heading) ?? new Set();
      byHeading.set(heading, known);
      for (const item of lines.join("\n").split(/^- /m).slice(1)) {
        // The packages of this repository, in their new version.
        if (!item.startsWith("Updated dependencies")) known.add(item.replace(/^[0-9a-f]{7,40}: /, "").trim());
      }
    }
  }
  return ["Major Changes", "Minor Changes", "Patch Changes"]
    .filter((heading) => (byHeading.get(heading)?.size ?? 0) > 0)
    .map((heading) => `## ${heading}\n\n${[...byHeading.get(heading)].map((item) => `- ${item}\n`).join("")}`)
    .join("\n");
}
