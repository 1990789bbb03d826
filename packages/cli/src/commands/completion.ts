import { defineCommand } from "../define-command.js";
import { exitCode } from "../exit-code.js";

const shells = ["bash", "zsh", "fish"] as const;

/** `cmgen completion <shell>`: prints what makes a shell complete the commands and options of cmgen. */
export const completionCommand = defineCommand({
  usage: "completion <shell>",
  summary: "Print a script that makes a shell complete cmgen's commands and options.",
  examples: [
    ["completion bash", "To be sourced by ~/.bashrc"],
    ["completion zsh", "To be sourced by ~/.zshrc"],
  ],
  declare: (yargs) => yargs.positional("shell", { choices: shells, demandOption: true }),
  run: async ({ shell }, { out }) => {
    out(scripts[shell]);
    return exitCode.ok;
  },
});

/**
 * The words so far go to `cmgen --get-yargs-completions`, which prints a line for each word that may follow. With zsh's `SHELL` it prints
 * `word:description`.
 */
const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `# cmgen completion bash. Add to ~/.bashrc:  source <(cmgen completion bash)
_cmgen_completions() {
  local IFS=$'\\n'
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local words
  words=$(SHELL=bash ZSH_NAME= cmgen --get-yargs-completions "\${COMP_WORDS[@]:0:COMP_CWORD}" "$current" 2>/dev/null)
  # Options are offered once one is begun.
  [[ "$current" == -* ]] || words=$(grep -v '^-' <<< "$words")
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  # Where cmgen knows nothing, files may be meant.
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _cmgen_completions cmgen
`,
  zsh: `#compdef cmgen
# cmgen completion zsh. Add to ~/.zshrc, after compinit:  source <(cmgen completion zsh)
_cmgen_completions() {
  local -a words_found
  words_found=("\${(@f)$(SHELL=zsh cmgen --get-yargs-completions "\${words[@]}" 2>/dev/null)}")
  if [[ -n "$words_found" ]]; then _describe 'cmgen' words_found; else _files; fi
}
compdef _cmgen_completions cmgen
`,
  fish: `# cmgen completion fish. Run once:  cmgen completion fish > ~/.config/fish/completions/cmgen.fish
function __cmgen_completions
  set -l words (commandline -opc) (commandline -ct)
  SHELL=zsh cmgen --get-yargs-completions $words 2>/dev/null | string replace -r '(?<!\\\\\\\\):' \\t | string replace -a '\\\\:' ':'
end
complete -c cmgen -f -a '(__cmgen_completions)'
`,
};
