import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AcademyError, NetworkError, TimeoutError } from '@vibe-coding-academy/client'
import type { Academy } from '../command.ts'
import { replaceFile } from '../replace-file.ts'
import { configFolder } from '../stored-login.ts'

type Env = NodeJS.ProcessEnv

/** All that leaves this machine about a project. */
type Result = { sessionId: string; digest: string; passed: boolean[]; at: string }
/** A result with the address of its academy. */
type Unsent = Result & { url: string }

const fileOf = (env: Env): string => path.join(configFolder(env), 'unsent-checks.json')

async function readUnsent(env: Env): Promise<Unsent[]> {
  try {
    return JSON.parse(await readFile(fileOf(env), 'utf8')) as Unsent[]
  } catch {
    return []
  }
}

async function writeUnsent(env: Env, unsent: readonly Unsent[]): Promise<void> {
  await mkdir(configFolder(env), { recursive: true, mode: 0o700 })
  await replaceFile(fileOf(env), JSON.stringify(unsent))
}

/** Returns whether the same request may succeed later. */
export const mayPassLater = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  (error instanceof AcademyError && (error.status >= 500 || error.status === 429))

/**
 * Sends a result, and those that wait for a connection. Each is sent once; what the academy refuses is not sent again. Returns what the user should
 * know if the result was not saved.
 */
export async function sendResult({ client, url }: Academy, result: Result, env: Env): Promise<string | undefined> {
  const unsent = [...(await readUnsent(env)), { ...result, url }]
  await writeUnsent(env, unsent)
  for (const waiting of unsent.filter((one) => one.url === url)) {
    const { sessionId, at, digest, passed } = waiting
    let refusal: string | undefined
    try {
      await client.learning.saveCheckResult({ params: { sessionId }, body: { at, digest, passed } })
    } catch (error) {
      if (mayPassLater(error)) return 'The academy does not answer. Your result is sent with the next check.'
      if (!(error instanceof AcademyError)) throw error
      refusal = error.message
    }
    unsent.splice(unsent.indexOf(waiting), 1)
    await writeUnsent(env, unsent)
    if (refusal !== undefined && at === result.at) return `Your progress was not saved: ${refusal}`
  }
  return undefined
}
