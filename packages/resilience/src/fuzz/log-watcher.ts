/** Patterns that no log may contain: tokens, email addresses, keys. */
const SECRET = /\beyJ[\w-]{10,}\.[\w-]{10,}|[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,}|\b(sk|rk|whsec|sb_secret|vca)_\w{8,}|Correct-horse/

const MOST = 10

/** Watches the log of a process for secrets, personal texts and errors. */
export function logWatcher(secrets: readonly (string | undefined)[]) {
  const hidden = secrets.filter((secret) => secret !== undefined)
  const faults: string[] = []
  let rest = ''
  let lines = 0

  const look = (line: string): void => {
    lines += 1
    const leaked = SECRET.exec(line)?.[0] ?? hidden.find((secret) => line.includes(secret))
    if (leaked !== undefined && faults.length < MOST) faults.push(`it tells a secret (${leaked.slice(0, 40)}): ${line.slice(0, 300)}`)
    if (/"level":(50|60)\b/.test(line) && faults.length < MOST) faults.push(`it tells of a failure: ${line.slice(0, 600)}`)
  }
  return {
    take: (text: string): void => {
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) look(line)
    },
    faults: () => faults,
    lines: () => lines,
  }
}
