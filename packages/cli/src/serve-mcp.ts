import { createAcademyServer, listPrompts, listTutorials, loadIfPermitted } from '@academy/mcp'
import type { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Academy } from './command.ts'
import { signInHint } from './explain-error.ts'

/** The interval between checks for changed lists, in seconds. */
const REFRESH_SECONDS = 60
const MAX_REFRESH_SECONDS = 24 * 60 * 60

/** Returns the interval that the environment sets, in seconds; the default for a value that is not an interval of at most a day. */
export function refreshSeconds({ VCA_REFRESH_SECONDS }: NodeJS.ProcessEnv): number {
  const seconds = Number(VCA_REFRESH_SECONDS)
  // A timer with a negative or a very long time would fire each millisecond.
  return seconds > 0 && seconds <= MAX_REFRESH_SECONDS ? seconds : REFRESH_SECONDS
}

type Options = { courseId: string; env: NodeJS.ProcessEnv; info: (line: string) => void }

/** Serves MCP over standard input and output until the input ends. Announces changed lists. */
export function serveMcp(academy: Academy, { courseId, env, info }: Options): void {
  const { client, url } = academy
  const hint = env.VCA_TOKEN ? `${signInHint(true)} Then restart the coding tool.` : signInHint(false)
  const checkProject = async (session: string | undefined, agreed: boolean): Promise<object> => {
    // imported here, so that the server starts without it
    const { projectChecker } = await import('./checks/check-and-send.ts')
    return await projectChecker(academy, courseId, env)(session, agreed)
  }
  const options = { client, webUrl: url, courseId, signInHint: hint, announcesChanges: true, checkProject }
  let server: McpServer | undefined
  const serve = (): McpServer => {
    server = createAcademyServer(options)
    return server
  }
  serveStdio(serve, { onerror: (error) => info(error.message) })

  let lastLists: { prompts: string; tutorials: string } | undefined
  const announceChanges = async (): Promise<void> => {
    const loading = [loadIfPermitted(listPrompts(client)), loadIfPermitted(listTutorials(options))]
    const [prompts = '', tutorials = ''] = (await Promise.all(loading)).map((list) => JSON.stringify(list))
    if (lastLists !== undefined) {
      if (!server?.isConnected()) return
      if (lastLists.prompts !== prompts) server.sendPromptListChanged()
      if (lastLists.tutorials !== tutorials) server.sendResourceListChanged()
    }
    lastLists = { prompts, tutorials }
  }
  let isChecking = false
  const checkForChanges = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    await announceChanges().catch((error: unknown) => {
      // requests of the coding tool may have failed as well, so the next lists count as changed
      lastLists = { prompts: '', tutorials: '' }
      info(`Could not check for changes: ${error instanceof Error ? error.message : String(error)}`)
    })
    isChecking = false
  }
  void checkForChanges()
  // the timer must not keep the process running after the end of its input
  setInterval(checkForChanges, refreshSeconds(env) * 1000).unref()
}
