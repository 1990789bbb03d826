import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "./run-cmgen.js";

const tracker = join(repositoryRoot, "examples", "tracker");

test("models, references, indexes and controllers are a Mermaid flowchart", async () => {
  const { code, out, error } = await runCmgen(["graph"], { workingFolder: tracker });
  expect({ code, error }).toEqual({ code: 0, error: "" });
  const [title, ...lines] = out.trimEnd().split("\n");
  expect(title).toBe("flowchart LR");
  const short = lines.map((line) => line.trim().replaceAll("m__tracker_2eexample_2ecom__v1alpha1__", ""));
  expect(short).toEqual([
    'Comment["<b>Comment</b><br/>tracker.example.com/v1alpha1<br/>spec.issue"]',
    'Issue["<b>Issue</b><br/>tracker.example.com/v1alpha1<br/>spec.state<br/>spec.due<br/>spec.tags (several values)<br/>spec.project<br/>spec.blockedBy (several values)"]',
    'Project["<b>Project</b><br/>tracker.example.com/v1alpha1"]',
    'c__tracker__issue_2dcounts(["<b>issue-counts</b><br/>controller"])',
    'Comment -->|"spec.issue (cascade)"| Issue',
    'Issue -->|"spec.project (restrict)"| Project',
    'Issue -->|"spec.blockedBy (clear)"| Issue',
    'c__tracker__issue_2dcounts ==>|"reconciles"| Project',
    'c__tracker__issue_2dcounts -.->|"watches"| Issue',
  ]);
});

test("the picture has every box and every line within its frame", async () => {
  const { out } = await runCmgen(["graph", "--svg"], { workingFolder: tracker });
  for (const text of ["Comment", "spec.tags (several values)", "to itself: spec.blockedBy (clear)", "reconciles"]) {
    expect(out).toContain(`>${text}</text>`);
  }
  const [, width = 0, height = 0] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(out) ?? []).map(Number);
  const boxes = [...out.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)];
  expect(boxes).toHaveLength(4 + 4);
  for (const [x = 0, y = 0, wide = 0, high = 0] of boxes.map((box) => box.slice(1).map(Number))) {
    expect(x + wide).toBeLessThanOrEqual(width);
    expect(y + high).toBeLessThanOrEqual(height);
  }
  expect(out).not.toContain("NaN");
});
