import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePorts } from '@academy/local'
import { projectOf } from '@academy/sample-content'

/** The port that the course names. A recording uses a free port and shows this one. */
const SHOWN_PORT = '3000'

/** A line of a diff. `number` is the line number in the new file, or the sign of an added or removed line. */
export type DiffLine = { number: string; text: string; mark: '' | 'added' | 'removed' | 'gap' }

const MARKS = { '+': 'added', '-': 'removed', ' ': '' } as const

/** Parses a unified diff. Marks the places where it leaves lines out as gaps. */
function readDiff(diff: string): DiffLine[] {
  const lines: DiffLine[] = []
  let nextNumber: number | undefined
  for (const line of diff.split('\n')) {
    const [, begin] = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(line) ?? []
    if (begin !== undefined) {
      if (nextNumber !== undefined) lines.push({ number: '', text: '…', mark: 'gap' })
      nextNumber = Number(begin)
      continue
    }
    const sign = line.charAt(0)
    if (nextNumber === undefined || !(sign === '+' || sign === '-' || sign === ' ')) continue
    const number = { '+': '+', '-': '−', ' ': String(nextNumber) }[sign]
    lines.push({ number, text: line.slice(1), mark: MARKS[sign] })
    if (sign !== '-') nextNumber += 1
  }
  return lines
}

/** A temporary folder with the course's project, in which a clip executes its commands. */
export class ProjectFolder {
  readonly port: string
  readonly name: string
  readonly #root: string
  #cwd: string
  readonly #env: NodeJS.ProcessEnv
  readonly #programs: ChildProcess[] = []

  constructor(port: string, name: string) {
    this.port = port
    this.name = name
    this.#root = mkdtempSync(path.join(tmpdir(), 'academy-recording-'))
    this.#cwd = path.join(this.#root, name)
    this.#env = {
      PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
      HOME: this.#root,
      TZ: 'UTC',
      LC_ALL: 'C',
      NO_COLOR: '1',
      PORT: port,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ana',
      GIT_AUTHOR_EMAIL: 'ana@board.example',
      GIT_AUTHOR_DATE: '2026-03-06T15:00:00Z',
      GIT_COMMITTER_NAME: 'Ana',
      GIT_COMMITTER_EMAIL: 'ana@board.example',
      GIT_COMMITTER_DATE: '2026-03-06T15:00:00Z',
    }
  }

  /** Creates the folder with the project at the end of a session (such as `03`), or without files for null. */
  static async open(session: string | null): Promise<ProjectFolder> {
    const { web: port } = await findFreePorts()
    const project = projectOf(session ?? '01')
    const folder = new ProjectFolder(String(port), project.name)
    if (session === null) folder.#cwd = folder.#root
    else for (const [name, content] of project.files) folder.write(name, content)
    return folder
  }

  /** The working directory as the terminal shows it, relative to `~`. */
  get shownDirectory(): string {
    return this.#cwd.replace(this.#root, '~')
  }

  /** Replaces the real folder and port by those that the viewer sees. */
  shown(text: string): string {
    return text.replaceAll(this.#root, '/home/ana').replaceAll(this.port, SHOWN_PORT)
  }

  #path(name: string): string {
    return path.join(this.#root, this.name, name)
  }

  /** Returns the text of a file; empty if it does not exist. */
  read(name: string): string {
    return existsSync(this.#path(name)) ? readFileSync(this.#path(name), 'utf8') : ''
  }

  write(name: string, content: string): void {
    mkdirSync(path.dirname(this.#path(name)), { recursive: true })
    writeFileSync(this.#path(name), content)
  }

  /** Writes a file and returns what changed in it. */
  change(name: string, content: string): DiffLine[] {
    const before = path.join(this.#root, 'before')
    writeFileSync(before, this.read(name))
    this.write(name, content)
    const { stdout } = spawnSync('git', ['diff', '--no-index', '--unified=3', before, this.#path(name)], {
      encoding: 'utf8',
      env: this.#env,
    })
    rmSync(before)
    return readDiff(stdout)
  }

  /** Runs a command in the working directory, which it may change, and waits for its end. */
  async run(command: string): Promise<{ status: number | null; output: string }> {
    const cwdFile = path.join(this.#root, '.place')
    const script = `${command.replaceAll(SHOWN_PORT, this.port)}\nstatus=$?; pwd > '${cwdFile}'; exit $status`
    const { status, stdout } = spawnSync('sh', ['-c', `{ ${script}; } 2>&1`], { cwd: this.#cwd, encoding: 'utf8', env: this.#env })
    if (existsSync(cwdFile)) this.#cwd = readFileSync(cwdFile, 'utf8').trim()
    return { status, output: this.shown(stdout.trimEnd()) }
  }

  /** Runs a command that the clip does not show. Throws if it fails. */
  async prepare(command: string): Promise<void> {
    const { status, output } = await this.run(command)
    if (status !== 0) throw new Error(`${command} ended with ${status}: ${output}`)
  }

  /** Starts a program that keeps running, and returns its first output. Throws if it ends before. */
  async start(command: string): Promise<string> {
    const child = spawn('sh', ['-c', `exec ${command.replaceAll(SHOWN_PORT, this.port)} 2>&1`], { cwd: this.#cwd, env: this.#env })
    this.#programs.push(child)
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (data) => resolve(String(data)))
      child.once('close', (status) => reject(new Error(`${command} ended with ${status}`)))
    })
    return this.shown(line.trimEnd())
  }

  /** Stops the program that was started last, as Ctrl+C does. */
  async stop(): Promise<void> {
    const child = this.#programs.pop()
    if (child === undefined || child.exitCode !== null) return
    child.kill('SIGINT')
    await once(child, 'close')
  }

  /** Stops all programs and removes the folder. */
  async close(): Promise<void> {
    while (this.#programs.length > 0) await this.stop()
    rmSync(this.#root, { recursive: true })
  }
}
