import { COMMANDS } from './commands.ts'

const option = (name: string, help: string): [string, string] => [`--${name}`, help]

/** Returns what can follow the words before the last one: words of commands, or options of a command. */
function following(before: readonly string[]): [value: string, help: string][] {
  const name = [before.slice(0, 2).join(' '), before[0] ?? ''].find((words) => Object.hasOwn(COMMANDS, words))
  const command = name === undefined ? undefined : COMMANDS[name]
  if (command !== undefined) {
    const options = Object.entries(command.options ?? {}).map(([key, { help }]) => option(key, help))
    const values = before.length === name?.split(' ').length ? (command.values ?? []) : []
    return [...values.map((value): [string, string] => [value, command.summary]), ...options, option('url', 'the address of the academy')]
  }
  const words = Object.entries(COMMANDS)
    .map(([key, { summary }]) => ({ parts: key.split(' '), summary }))
    .filter(({ parts }) => before.every((word, index) => parts[index] === word))
  return words.flatMap(({ parts, summary }) => {
    const word = parts[before.length]
    return word === undefined ? [] : [[word, parts.length > before.length + 1 ? '' : summary] as [string, string]]
  })
}

/** Returns a line for each completion of the last word, with its help after a tab. The scripts of `vca completion` ask for it. */
export function completions(words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  const matching = following(words.slice(0, -1)).filter(([value]) => value.startsWith(last) && (last !== '' || !value.startsWith('-')))
  return [...new Map(matching)].map(([value, help]) => `${value}\t${help}`)
}
