import { describe, expect, it } from "vitest";
import { shellCommands } from "./shell-commands.js";

describe("shellCommands", () => {
  it.each<[string, string[]]>([
    ["curl http://a/b", ["curl", "http://a/b"]],
    ["curl 'http://a/b?c=d&e' -H \"X: y\"", ["curl", "http://a/b?c=d&e", "-H", "X: y"]],
    ["curl a \\\n  -d '{\"x\": 1}'", ["curl", "a", "-d", '{"x": 1}']],
    ['echo "a \\"b\\"" c\\ d', ["echo", 'a "b"', "c d"]],
    ["npm test -- -t 'a b'", ["npm", "test", "--", "-t", "a b"]],
    ["echo a#b ''", ["echo", "a#b", ""]],
  ])("reads %s", (script, words) => {
    expect(shellCommands(script).map((command) => command.words)).toEqual([words]);
  });

  it("separates commands by lines and keeps what is said behind them", () => {
    expect(shellCommands("# first\na # 409\n\nb\n")).toEqual([
      { words: ["a"], comment: "409" },
      { words: ["b"], comment: "" },
    ]);
  });

  it.each(["curl http://a?b", "curl a&b", "a | b", "a > b", "a; b", "echo $HOME", "echo `b`", "echo 'a", 'echo "$a"'])(
    "refuses %s",
    (script) => {
      expect(() => shellCommands(script)).toThrow(SyntaxError);
    },
  );
});
