import type { AcademyClient, ResponseOf } from '@vibe-coding-academy/client'
import { type Command, type Context, JSON_OPTION } from '../command.ts'

type Result = ResponseOf<AcademyClient['search']['search']>['results'][number]

const KIND_LABELS: Record<Result['kind'], string> = {
  tutorial: 'tutorial',
  prompt: 'tutorial, in its prompt',
  code: 'tutorial, in its code',
  tip: 'tutorial, in its tips',
  transcript: 'tutorial, in its video',
  session: 'session',
  resource: 'Prompt Library',
  own_prompt: 'your prompt',
  own_note: 'your note',
}

const joinText = (segments: { text: string }[]): string => segments.map(({ text }) => text).join('')

const oneLine = (value: string): string => value.replace(/\s+/g, ' ')

function printRow({ terminal }: Context, { kind, id, title, place, locked }: Result): void {
  terminal.print([kind, id, joinText(title), place, locked ? 'locked' : ''].map(oneLine).join('\t'))
}

function printResult({ terminal }: Context, { kind, id, title, place, snippet, locked }: Result): void {
  const { print, style, text } = terminal
  print(`${style('bold', joinText(title))}${locked ? ' (locked)' : ''}`)
  if (snippet !== null) print(`  ${text(oneLine(joinText(snippet)))}`)
  print(`  ${style('dim', [KIND_LABELS[kind], ...(place ? [place] : []), id].join(' · '))}`)
  print()
}

export const search: Command = {
  usage: '<words>',
  summary: 'searches the Prompt Library, the course and what you wrote yourself',
  help: 'In a pipe each result is a line of kind, id, title, place and lock, separated by tabs.',
  options: { resources: { type: 'boolean', help: 'search the Prompt Library alone' }, ...JSON_OPTION },
  args: [1, Number.POSITIVE_INFINITY],
  async run(context) {
    const { terminal, args, values, openSignedIn } = context
    const { client } = await openSignedIn()
    const query = { q: args.join(' '), ...(values.resources && { kind: 'resource' as const }) }
    const { results } = await client.search.search({ query })
    if (values.json) return terminal.printJson(results)
    if (results.length === 0) terminal.info('Nothing found.')
    const print = terminal.isTerminal ? printResult : printRow
    for (const result of results) print(context, result)
  },
}
