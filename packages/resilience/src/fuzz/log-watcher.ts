/** Patterns that no log may contain: tokens, email addresses, keys. */
const SECRET = /\beyJ[\w-]{10,}\.[\w-]{10,}|[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,}|\b(sk|rk|whsec|sb_secret|vca)_\w{8,}|Correct-horse/

const MAX_FAULTS = 10

/** Searches the log of a process for secrets, personal texts and errors; `write` takes chunks of it. */
export function logWatcher(secrets: readonly (string | undefined)[]) {
  const hidden = secrets.filter((secret) => secret !== undefined)
  const faults: string[] = []
  let rest = ''
  let lines = 0

  const check = (line: string): void => {
    lines += 1
    const leaked = SECRET.exec(line)?.[0] ?? hidden.find((secret) => line.includes(secret))
    if (leaked !== undefined && faults.length < MAX_FAULTS) faults.push(`a secret (${leaked.slice(0, 40)}): ${line.slice(0, 300)}`)
    if (/"level":(50|60)\b/.test(line) && faults.length < MAX_FAULTS) faults.push(`an error: ${line.slice(0, 600)}`)
  }
  return {
    write: (text: string): void => {
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) check(line)
    },
    faults: () => faults,
    lines: () => lines,
  }
}
