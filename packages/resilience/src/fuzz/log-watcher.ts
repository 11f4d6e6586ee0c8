/** Matches what no log may contain: tokens, email addresses, keys and the password. */
const SECRET = /\beyJ[\w-]{10,}\.[\w-]{10,}|[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,}|\b(sk|rk|whsec|sb_secret|vca)_\w{8,}|Correct-horse/

const MAX_PROBLEMS = 10

/** Creates a watcher that searches a log for secrets, personal data and errors. `check` receives each line. */
export function createLogWatcher(secrets: readonly (string | undefined)[]) {
  const knownSecrets = secrets.filter((secret) => secret !== undefined)
  const problems: string[] = []
  let lines = 0

  const check = (line: string): void => {
    lines += 1
    const leaked = SECRET.exec(line)?.[0] ?? knownSecrets.find((secret) => line.includes(secret))
    if (leaked !== undefined && problems.length < MAX_PROBLEMS) problems.push(`a secret (${leaked.slice(0, 40)}): ${line.slice(0, 300)}`)
    if (/"level":(50|60)\b/.test(line) && problems.length < MAX_PROBLEMS) problems.push(`an error: ${line.slice(0, 600)}`)
  }
  return {
    check,
    problems: () => problems,
    lines: () => lines,
  }
}
