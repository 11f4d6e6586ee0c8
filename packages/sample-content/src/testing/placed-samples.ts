import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { splitBody } from '../split-body.ts'
import { type CodeSample, expectedOutput } from './code-samples.ts'

/** The destination of a code sample: a file of the board (`compare` leaves it unchanged), or an empty folder for practice. */
type Place = { kind: 'new' | 'append' | 'compare'; file: string } | { kind: 'replace'; file: string; name: string } | { kind: 'practice' }

export type PlacedSample = CodeSample & { where: string; place: Place | undefined; command: string | undefined; onBranch: boolean }

function placeOf(where: string): Place | undefined {
  const [, replaced, name] = /^in `([^`]+)`, in place of `([^`]+)`/.exec(where) ?? []
  if (replaced !== undefined && name !== undefined) return { kind: 'replace', file: replaced, name }
  const kinds = { 'a new file': 'new', 'at the end of': 'append', 'compare it with': 'compare' } as const
  for (const [words, kind] of Object.entries(kinds)) {
    const file = new RegExp(`^${words} \`([^\`]+)\``).exec(where)?.[1]
    if (file !== undefined) return { kind, file }
  }
  return /^(?:nowhere|an empty folder)\b/.test(where) ? { kind: 'practice' } : undefined
}

/** Returns the code samples of Markdown, each with the sentence above it that begins with "Where it goes:". */
export function placedSamples(markdown: string): PlacedSample[] {
  const samples: PlacedSample[] = []
  let read = 0
  for (const match of markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)) {
    const above = markdown.slice(read, match.index)
    read = match.index + match[0].length
    const where = /\*\*Where it goes:\*\* ([^\n]+)/.exec(above)?.[1] ?? ''
    const [, language = '', code = ''] = match
    const command = /[Rr]un it with `(node [^`]+)`/.exec(where)?.[1]
    samples.push({ language, code, where, place: placeOf(where), command, onBranch: /on the (?:same )?branch/.test(where) })
  }
  return samples
}

/** Returns the code samples of a tutorial. */
export const samplesOf = ({ body }: { body: string }) =>
  placedSamples(splitBody(body).parts.find(({ heading }) => heading === 'Code sample')?.text ?? '')

/** Replaces a function and the comment above it. */
function replaceFunction(file: string, name: string, code: string): string {
  const old = new RegExp(`(?:^/\\*\\*[^\\n]*\\*/\\n)?^export function ${name}\\([\\s\\S]*?^}\\n`, 'm')
  if (!old.test(file)) throw new Error(`There is no function ${name}`)
  return file.replace(old, () => code)
}

/** Writes a sample into the file that the sentence above it names. */
export function applySample(folder: string, { place, code }: PlacedSample) {
  if (place === undefined || place.kind === 'practice' || place.kind === 'compare') return
  const file = path.join(folder, place.file)
  if (place.kind === 'new') return writeFileSync(file, code)
  const existing = readFileSync(file, 'utf8')
  if (place.kind === 'replace') return writeFileSync(file, replaceFunction(existing, place.name, code))
  if (!existing.includes(code.trim())) writeFileSync(file, `${existing}\n${code}`)
}

/** Runs the command of a sample, if any, in the folder of the board, and compares its output. */
export async function runSample(folder: string, { command, code }: PlacedSample) {
  if (command === undefined) return
  const [, ...parameters] = command.split(' ')
  const child = spawn(process.execPath, parameters, { cwd: folder, env: { PATH: process.env.PATH, FORCE_COLOR: '0' } })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect(child.exitCode, `${command}\n${stdout}${stderr}`).toBe(0)
  const expected = expectedOutput(code)
  if (expected) expect(stdout.trimEnd().split('\n'), command).toEqual(expected)
  else expect(stdout, command).toMatch(/pass [1-9]/)
}
