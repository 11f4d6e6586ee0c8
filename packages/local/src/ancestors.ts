import { execFileSync } from 'node:child_process'

/** The processes above this one: the nearest first. Empty where there is no `ps`. */
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
 * Calls back when the command that people typed is gone, though no signal reached us: between the terminal and this
 * process stand npx, pnpm and two shells, and killing one of them alone tells the others nothing.
 */
export function onCommandGone(callback: () => void): void {
  const watched = [process.ppid, ...ancestors().flatMap(({ pid, command }) => (/\bpnpm\b/.test(command) ? [pid] : []))]
  const timer = setInterval(() => {
    if (watched.every(isAlive)) return
    clearInterval(timer)
    callback()
  }, 500).unref()
}
