import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { SessionCheck } from '@academy/contract/session-checks'
import { jsonpath } from 'json-p3'
import { hasCode } from '../cli-error.ts'
import { startScript } from './script-process.ts'
import { type RunningProcess, startProcess } from './start-process.ts'

const SECONDS = 10
const MAX_BODY = 1_000_000

/** Where checks run. */
export type Project = {
  /** The real path of the folder. */
  folder: string
  /** The variables of the checks. */
  variables: Record<string, string>
  /** The environment of commands. */
  env: NodeJS.ProcessEnv
  /** The address of the started project. */
  url: string
}

type Kind<Name extends SessionCheck['check']> = Extract<SessionCheck, { check: Name }>

/** A check that failed, with what happened. */
class Failed extends Error {}

/** Returns the text of a file of the project. */
async function readProjectFile(file: string, { folder }: Project): Promise<string> {
  try {
    const real = await realpath(path.join(folder, file))
    if (!real.startsWith(folder + path.sep)) throw new Failed(`${file} leads out of the folder of the project.`)
    return await readFile(real, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) throw new Failed(`There is no file ${file}.`)
    if (hasCode(error, 'EISDIR')) throw new Failed(`${file} is a folder.`)
    throw error
  }
}

/** Waits until a program ends well, and stops what it left behind. */
async function waitFor(program: RunningProcess, seconds = SECONDS): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), seconds * 1000)
  })
  try {
    const code = await Promise.race([program.ended, late])
    if (code === 0) return
    const end = code === null ? 'was ended by a signal' : `ended with exit code ${code}`
    const reason = code === 'late' ? `It did not end within ${seconds} seconds.` : `It ${end}.`
    throw new Failed([reason, program.output()].filter(Boolean).join('\n'))
  } finally {
    clearTimeout(timer)
    await program.stop()
  }
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let body = ''
  for await (const chunk of response.body ?? []) {
    body += decoder.decode(chunk, { stream: true })
    if (body.length > MAX_BODY) break
  }
  return body
}

async function request(check: Kind<'GET'>, { url }: Project): Promise<void> {
  const { status = 200, header = {}, text, json } = check
  const address = `GET ${check.path}`
  let response: Response
  let body: string
  try {
    response = await fetch(url + check.path, { redirect: 'manual', signal: AbortSignal.timeout(SECONDS * 1000) })
    body = await readBody(response)
  } catch {
    throw new Failed(`${address} got no response.`)
  }
  const to = response.headers.get('location')
  if (response.status !== status) throw new Failed(`${address} has the status ${response.status}${to ? `, to ${to}` : ''}, not ${status}.`)
  for (const [name, value] of Object.entries(header))
    if (!response.headers.get(name)?.includes(value))
      throw new Failed(`${address} has the header ${name}: ${response.headers.get(name) ?? 'none'}`)
  if (text !== undefined && !body.includes(text)) throw new Failed(`${address} lacks a text that it should have.`)
  if (json === undefined) return
  let values: readonly unknown[]
  try {
    values = jsonpath.query(json.path, JSON.parse(body)).values()
  } catch {
    throw new Failed(`${address} is not JSON.`)
  }
  const found = json.equals === undefined ? values.length > 0 : values.includes(json.equals)
  if (!found) throw new Failed(`${address} has ${JSON.stringify(values).slice(0, 200)} at ${json.path}.`)
}

async function runKind(check: SessionCheck, project: Project): Promise<void> {
  const { folder, variables, env, url } = project
  switch (check.check) {
    case 'file exists':
      return void (await readProjectFile(check.file, project))
    case 'file does not contain':
      if ((await readProjectFile(check.file, project)).includes(check.text)) throw new Failed(`${check.file} contains “${check.text}”.`)
      return
    case 'command':
      return await waitFor(startProcess({ file: check.command, shell: true }, { cwd: folder, env }), check.seconds)
    case 'GET':
      return await request(check, project)
    case 'script':
      return await waitFor(startScript(check.code, folder, { ...variables, PROJECT_URL: url }), check.seconds)
  }
}

/** Runs a check. Returns what happened if it failed; undefined if it passed. */
export async function runCheck(check: SessionCheck, project: Project): Promise<string | undefined> {
  try {
    await runKind(check, project)
    return undefined
  } catch (error) {
    if (error instanceof Failed) return error.message
    throw error
  }
}
