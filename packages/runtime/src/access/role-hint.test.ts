import { expect, it } from "vitest";
import { roleHint } from "./role-hint.js";

const known = ["viewer", "editor", "admin", "users:viewer", "users:editor", "users.example.com:editor"];

it.each([
  ["admn", "did you mean admin?"],
  ["amdin", "did you mean admin?"],
  ["user:editor", "did you mean users:editor?"],
  ["users:edit", "did you mean users:editor?"],
  ["nosuch", "roles are admin, editor, viewer"],
  ["", "roles are admin, editor, viewer"],
])("%j is near to others, or it is said which there are", (role, said) => {
  expect(roleHint(role, known)).toBe(said);
});
