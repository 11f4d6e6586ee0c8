import { type FieldValues, fillTemplate, missingFields, templateFields } from '@academy/contract/prompt-template'
import { usageError } from './cli-error.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Parses assignments (`name=value`) to the fields of a prompt. Throws a usage error for a field that the prompt does not have. */
export function parseFields(template: string, assignments: readonly string[]): FieldValues {
  const names = templateFields(template)
  return Object.fromEntries(
    assignments.map((assignment) => {
      const at = assignment.indexOf('=')
      const name = assignment.slice(0, at).trim()
      if (at < 1) throw usageError(`--field takes name=value, not "${assignment}".`)
      if (names.includes(name)) return [name, assignment.slice(at + 1)]
      throw usageError(
        names.length === 0 ? 'This prompt has no fields.' : `This prompt has no field "${name}". It has: ${names.join(', ')}.`,
      )
    }),
  )
}

/** Fills the fields of a prompt. Asks the user for missing values; without a terminal it leaves those fields unchanged and lists them. */
export async function fillFields(template: string, values: FieldValues, terminal: Terminal): Promise<string> {
  const missing = missingFields(template, values)
  if (missing.length === 0) return fillTemplate(template, values)
  if (!terminal.canAsk) {
    terminal.info(`Not filled: ${missing.map((name) => `--field "${name}=…"`).join(' ')}`)
    return fillTemplate(template, values)
  }
  const answers: Record<string, string> = { ...values }
  for (const name of missing) answers[name] = await terminal.ask(`${name}: `)
  return fillTemplate(template, answers)
}
