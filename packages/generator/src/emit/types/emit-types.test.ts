import { expect, test } from "vitest";

import { people } from "../../model/people.test.fixture.js";
import { typesEmitter } from "./emit-types.js";

const context = { outDir: "src/generated", prismaDir: "prisma" };

test("x", () => {
  const [file] = typesEmitter.emit(people, context);
  console.log(file?.path);
  console.log(file?.contents);
});
