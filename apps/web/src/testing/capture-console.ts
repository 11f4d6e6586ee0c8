const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
type Method = (typeof methods)[number]

let output: { method: Method; text: string }[] = []
let expected: { method: Method; text: RegExp }[] = []

/** Captures console output. Output that `expectConsole` did not announce fails the test. */
export function captureConsole(): void {
  output = []
  // Every page with a stored session logs this once.
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

/** Announces expected console output. */
export function expectConsole(method: Method, text: RegExp): void {
  expected.push({ method, text })
}

/** Returns the captured output of a console method. */
export const consoleOutput = (method: Method): string[] => output.filter((line) => line.method === method).map((line) => line.text)

export const unexpectedOutput = (): string[] =>
  output
    .filter((line) => !expected.some(({ method, text }) => method === line.method && text.test(line.text)))
    .map((line) => `console.${line.method}: ${line.text}`)
