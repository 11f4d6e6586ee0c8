import { env } from '../env.ts'

/** `offline`: the browser has no network. `unreachable`: it has one, and the academy does not answer. */
export type Reachability = 'reachable' | 'offline' | 'unreachable'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
const PATIENCE_MS = 5_000

const listeners = new Set<() => void>()
let unanswered = false
/** Throws as long as whoever did not answer still does not. */
let ask: () => Promise<unknown> = askAcademy
let wait = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined

const tell = () => {
  for (const listener of listeners) listener()
}

export const reachability = {
  get: (): Reachability => (navigator.onLine === false ? 'offline' : unanswered ? 'unreachable' : 'reachable'),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

/** A call met nobody: from now on whom it was meant for, by default the academy's API, is asked every so often whether it is back. */
export function noteUnanswered(askAgain = askAcademy): void {
  if (unanswered) return
  unanswered = true
  ask = askAgain
  wait = FIRST_WAIT_MS
  timer = setTimeout(lookAgain, wait)
  tell()
}

export function noteAnswered(): void {
  if (!unanswered) return
  unanswered = false
  clearTimeout(timer)
  tell()
}

/** Asks now whether the academy is back, and otherwise again after a wait that doubles up to half a minute. */
export async function lookAgain(): Promise<void> {
  clearTimeout(timer)
  if (!unanswered) return
  try {
    await ask()
    return noteAnswered()
  } catch {
    // Still away, whatever it says.
  }
  wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  clearTimeout(timer)
  timer = setTimeout(lookAgain, wait)
}

async function askAcademy(): Promise<unknown> {
  const { ok, status } = await fetch(`${env.apiUrl}/api/ready`, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!ok) throw new Error(`Not ready: ${status}`)
  return status
}

addEventListener('offline', tell)
addEventListener('online', () => {
  tell()
  void lookAgain()
})
