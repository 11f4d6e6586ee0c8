import { execFileSync } from 'node:child_process'

/** Returns the ancestors of this process, nearest first; empty without `ps`. */
function ancestors(): { pid: number; command: string }[] {
  const parents = new Map<number, { parent: number; command: string }>()
  try {
    for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')) {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      if (pid && parent) parents.set(Number(pid), { parent: Number(parent), command: command ?? '' })
    }
  } catch {
    return []
  }
  const found: { pid: number; command: string }[] = []
  for (let pid = process.ppid; parents.has(pid) && found.length < 20; pid = parents.get(pid)?.parent ?? 0) {
    found.push({ pid, command: parents.get(pid)?.command ?? '' })
  }
  return found
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Calls `callback` once, when the parent process or a pnpm process above it has ended. npx, pnpm and two shells run between the terminal and
 * this process, and a signal to one of them does not reach the others.
 */
export function onParentExit(callback: () => void): void {
  const watched = [process.ppid, ...ancestors().flatMap(({ pid, command }) => (/\bpnpm\b/.test(command) ? [pid] : []))]
  const timer = setInterval(() => {
    if (watched.every(isAlive)) return
    clearInterval(timer)
    callback()
  }, 500).unref()
}
