const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
type Method = (typeof methods)[number]

let output: { method: Method; text: string }[] = []
let expected: { method: Method; text: RegExp }[] = []

/** From now on, whatever is written to the console fails the test, unless `expectConsole` announced it. */
export function watchConsole(): void {
  output = []
  // Every page that opens with a stored session says so, once (AUTH-27).
  expected = [{ method: 'info', text: /^Session restored for / }]
  for (const method of methods) {
    console[method] = (...values: unknown[]) => {
      output.push({
        method,
        text: values.map((value) => (value instanceof Error ? (value.stack ?? value.message) : String(value))).join(' '),
      })
    }
  }
}

/** Announces output that belongs to the behaviour under test. */
export function expectConsole(method: Method, text: RegExp): void {
  expected.push({ method, text })
}

/** Everything written so far by one of the console's methods. */
export const consoleOutput = (method: Method): string[] => output.filter((line) => line.method === method).map((line) => line.text)

export const unexpectedOutput = (): string[] =>
  output
    .filter((line) => !expected.some(({ method, text }) => method === line.method && text.test(line.text)))
    .map((line) => `console.${line.method}: ${line.text}`)
