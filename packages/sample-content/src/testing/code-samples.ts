import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

export type CodeSample = { language: string; code: string }

/** Returns the fenced code blocks of Markdown that name a language. */
export const codeBlocksIn = (markdown: string): CodeSample[] =>
  [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', code = '']) => ({ language, code }))

/** Returns Markdown without its fenced code blocks. */
export const proseOf = (markdown: string) => markdown.replace(/^```[\s\S]*?^```/gm, '')

/** Counts the words of a text. */
export const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}']+/gu)?.length ?? 0

type Outcome = { status: number | null; stdout: string; stderr: string }

/** PATH for samples, with the Node that runs the tests as `node`. */
const PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter)

/** Returns the command for a shell sample. The shell stops at the first failed command, and Git ignores the user's settings. */
const shellCommand = (folder: string, code: string) => ({
  command: 'sh',
  parameters: ['-euc', code],
  env: { PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
})

/** Writes a JavaScript or TypeScript sample into a file, and returns the command that runs it. */
const nodeCommand = (folder: string, { language, code }: CodeSample, flags: string[]) => {
  const file = path.join(folder, 'sample.mjs')
  writeFileSync(file, language === 'ts' ? stripTypeScriptTypes(code) : code)
  return {
    command: process.execPath,
    parameters: [...flags, file],
    env: { ...process.env, PATH, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '', FORCE_COLOR: '0' },
  }
}

/** Runs a sample in a new folder, as a reader would. Returns its exit status and output. */
export async function run(sample: CodeSample, flags: string[] = []): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-code-'))
  try {
    const { command, parameters, env } = sample.language === 'sh' ? shellCommand(folder, sample.code) : nodeCommand(folder, sample, flags)
    const child = spawn(command, parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { status: child.exitCode, stdout, stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs SQL on an empty SQLite database. Returns the rows of the last statement as `column value, column value`. */
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

/** Returns the output that a sample announces: the comment lines after the line "Prints:". Undefined without that line. */
export function expectedOutput(code: string): string[] | undefined {
  const lines = code.trimEnd().split('\n')
  const start = lines.findIndex((line) => /^(\/\/|--|#) Prints:$/.test(line))
  return start < 0 ? undefined : lines.slice(start + 1).map((line) => line.replace(/^(\/\/|--|#) /, ''))
}

/** Returns the lines that end in the middle of a sentence. A pasted prompt would keep those line breaks. */
export const brokenLines = (prompt: string): string[] =>
  prompt.split('\n').filter((line, index, lines) => {
    const next = lines[index + 1] ?? ''
    return line.length > 60 && next !== '' && !/[.:;?!"”)]$/.test(line) && /^\s*[\p{Ll}\p{Lu}(]/u.test(next) && !/^\s/.test(line)
  })

/** Type-checks JavaScript samples, and TypeScript samples in strict mode. Returns the compiler's output; empty without errors. */
export function typeErrors(samples: Readonly<Record<string, CodeSample>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-types-'))
  try {
    const packageRoot = path.resolve(import.meta.dirname, '../..')
    const options = { noEmit: true, target: 'esnext', module: 'nodenext', moduleDetection: 'force', skipLibCheck: true }
    const types = { types: ['node'], typeRoots: [path.join(packageRoot, 'node_modules/@types')] }
    const projects = { js: { allowJs: true, checkJs: true, strict: false }, ts: { strict: true } }
    let errors = ''
    for (const [language, strictness] of Object.entries(projects)) {
      const files = Object.entries(samples).filter(([, sample]) => sample.language === language)
      for (const [name, { code }] of files) writeFileSync(path.join(folder, `${name}.m${language}`), code)
      if (files.length === 0) continue
      const config = { compilerOptions: { ...options, ...types, ...strictness }, files: files.map(([name]) => `${name}.m${language}`) }
      const project = path.join(folder, `${language}.json`)
      writeFileSync(project, JSON.stringify(config))
      errors += spawnSync(path.join(packageRoot, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' }).stdout
    }
    return errors
  } finally {
    rmSync(folder, { recursive: true })
  }
}
