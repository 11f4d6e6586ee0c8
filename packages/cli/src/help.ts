import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'

const formatCommands = (commands: [name: string, command: Command][]): string => {
  const rows = commands.map(([name, { usage = '', summary }]): [string, string] => [`${name} ${usage}`.trim(), summary])
  const width = Math.max(...rows.map(([left]) => left.length)) + 3
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n')
}

export const overviewHelp = (): string => `vca: the Prompt Library, your prompts and your course on the command line

Usage: vca <command> [options]

${formatCommands(Object.entries(COMMANDS))}

\`vca help <command>\` explains a command. Where a command has --json, it prints JSON, and an error as JSON to standard error.

Environment
  VCA_URL      the address of the academy; --url wins
  VCA_TOKEN    a personal access token, for machines; wins over the stored login
  NO_COLOR     prints plain text, without bold or dim

Exit codes
  0 done, 1 error, 2 wrong usage, 3 not signed in, 4 no access, 5 temporary failure: try again, 130 Ctrl-C`

/** Returns the help of commands that begin with the same word; undefined if there are none. */
export function groupHelp(word: string): string | undefined {
  const commands = Object.entries(COMMANDS).filter(([name]) => name.startsWith(`${word} `))
  return commands.length === 0 ? undefined : `Usage: vca ${word} <command> [options]\n\n${formatCommands(commands)}`
}

export function commandHelp(name: string, { usage = '', summary, help, options = {} }: Command): string {
  const shared = { url: { value: '<address>', help: 'the address of the academy' }, help: { short: 'h', help: 'print this help' } }
  const rows = Object.entries<{ short?: string; value?: string; help: string }>({ ...options, ...shared }).map(
    ([option, { short, value, help: text }]): [string, string] => [
      `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
      text,
    ],
  )
  const width = Math.max(...rows.map(([left]) => left.length)) + 3
  const sections = [
    `Usage: vca ${name} ${usage}`.trim(),
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.${help ? ` ${help}` : ''}`,
    `Options\n${rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n')}`,
  ]
  return sections.join('\n\n')
}
