import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

export type CodeSample = { language: string; code: string }

/** Fenced blocks of a text that name a language. */
export const codeOf = (markdown: string): CodeSample[] =>
  [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', code = '']) => ({ language, code }))

/** The text without its fenced blocks: what is read, as opposed to pasted or run. */
export const proseOf = (markdown: string) => markdown.replace(/^```[\s\S]*?^```/gm, '')

export const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}']+/gu)?.length ?? 0

type Outcome = { status: number | null; stdout: string; stderr: string }

/** A sample that calls `node` means the one that runs the tests. */
const PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter)

/** Shell stops at the first command that fails, and Git knows nobody's settings. */
const shellOf = (folder: string, code: string) => ({
  command: 'sh',
  parameters: ['-euc', code],
  env: { PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
})

const nodeOf = (folder: string, { language, code }: CodeSample, flags: string[]) => {
  const file = path.join(folder, 'sample.mjs')
  writeFileSync(file, language === 'ts' ? stripTypeScriptTypes(code) : code)
  return {
    command: process.execPath,
    parameters: [...flags, file],
    env: { ...process.env, PATH, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '', FORCE_COLOR: '0' },
  }
}

/** Runs a sample as its own program in a folder of its own, as a reader would, and answers what it prints. */
export async function run(sample: CodeSample, flags: string[] = []): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-code-'))
  try {
    const { command, parameters, env } = sample.language === 'sh' ? shellOf(folder, sample.code) : nodeOf(folder, sample, flags)
    const child = spawn(command, parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { status: child.exitCode, stdout, stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs SQL on an empty SQLite database; answers the rows of its last statement as `column value, column value`. */
export function query(code: string): string[] {
  const statements = code
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '')
  const database = new DatabaseSync(':memory:')
  for (const statement of statements.slice(0, -1)) database.exec(statement)
  return database
    .prepare(statements.at(-1) ?? '')
    .all()
    .map((row) =>
      Object.entries(row)
        .map(([name, value]) => `${name} ${value}`)
        .join(', '),
    )
}

/** What a sample says it prints: the comment lines after a line "Prints:" at its end. */
export function promised(code: string): string[] | undefined {
  const lines = code.trimEnd().split('\n')
  const start = lines.findIndex((line) => /^(\/\/|--|#) Prints:$/.test(line))
  return start < 0 ? undefined : lines.slice(start + 1).map((line) => line.replace(/^(\/\/|--|#) /, ''))
}

/** A line that was broken by hand, though its sentence goes on: it would keep that break wherever it is pasted. */
export const brokenLines = (prompt: string): string[] =>
  prompt.split('\n').filter((line, index, lines) => {
    const next = lines[index + 1] ?? ''
    return line.length > 60 && next !== '' && !/[.:;?!"”)]$/.test(line) && /^\s*[\p{Ll}\p{Lu}(]/u.test(next) && !/^\s/.test(line)
  })

/** What the compiler says of the JavaScript and TypeScript samples, strictly of the latter; empty if it has nothing to say. */
export function typeErrors(samples: Readonly<Record<string, CodeSample>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-types-'))
  try {
    const room = path.resolve(import.meta.dirname, '../..')
    const options = { noEmit: true, target: 'esnext', module: 'nodenext', moduleDetection: 'force', skipLibCheck: true }
    const types = { types: ['node'], typeRoots: [path.join(room, 'node_modules/@types')] }
    const projects = { js: { allowJs: true, checkJs: true, strict: false }, ts: { strict: true } }
    let said = ''
    for (const [language, strictness] of Object.entries(projects)) {
      const files = Object.entries(samples).filter(([, sample]) => sample.language === language)
      for (const [name, { code }] of files) writeFileSync(path.join(folder, `${name}.m${language}`), code)
      if (files.length === 0) continue
      const config = { compilerOptions: { ...options, ...types, ...strictness }, files: files.map(([name]) => `${name}.m${language}`) }
      const project = path.join(folder, `${language}.json`)
      writeFileSync(project, JSON.stringify(config))
      said += spawnSync(path.join(room, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' }).stdout
    }
    return said
  } finally {
    rmSync(folder, { recursive: true })
  }
}
