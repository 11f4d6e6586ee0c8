import { env } from '../env.ts'

/** `offline`: the browser has no network. `unreachable`: it has one, and the academy does not answer. */
export type Reachability = 'reachable' | 'offline' | 'unreachable'

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
const PATIENCE_MS = 5_000

const listeners = new Set<() => void>()
let unanswered = false
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

/** A call met nobody: from now on the academy is asked every so often whether it is back. */
export function noteUnanswered(): void {
  if (unanswered) return
  unanswered = true
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
  if (await isReady()) return noteAnswered()
  wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  clearTimeout(timer)
  timer = setTimeout(lookAgain, wait)
}

const isReady = (): Promise<boolean> =>
  fetch(`${env.apiUrl}/api/ready`, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

addEventListener('offline', tell)
addEventListener('online', () => {
  tell()
  void lookAgain()
})
