import { usageError } from '../cli-error.ts'
import type { Command } from '../command.ts'

/** A script for each shell. All of them ask `vca --complete` with the words up to the cursor. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_vca() {
  local IFS=$'\\n'
  COMPREPLY=($(vca --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _vca vca`,
  zsh: `#compdef vca
_vca() {
  local -a lines
  lines=("\${(@f)$(vca --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "$lines" ]] || { _files; return }
  lines=("\${(@)lines//:/\\\\:}")
  lines=("\${(@)lines/$'\\t'/:}")
  _describe vca lines
}
compdef _vca vca`,
  fish: `complete -c vca -f -a '(vca --complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
complete -c vca -l file -r -F`,
}

export const completion: Command = {
  usage: '<bash|zsh|fish>',
  summary: 'prints a script with which a shell completes commands and options',
  help: 'bash: `source <(vca completion bash)` in ~/.bashrc. zsh: the same with zsh, after compinit, in ~/.zshrc. fish: `vca completion fish | source` in ~/.config/fish/config.fish.',
  values: Object.keys(SCRIPTS),
  args: [1, 1],
  async run({ terminal, args: [shell = ''] }) {
    const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
    if (script === undefined) throw usageError(`There is no script for "${shell}". Use bash, zsh or fish.`)
    terminal.print(script)
  },
}
