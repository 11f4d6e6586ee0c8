import type { z } from 'zod'

/** The errors of the environment, one line per variable. Never contains a value, as values may be secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Returns the variables without those that are empty: they count as not set. */
export const withoutEmpty = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))

/** Makes one error of all that is wrong; `what` names the part that cannot start. */
export function configError(what: string, error: z.ZodError): ConfigError {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
  return new ConfigError(`${what} cannot start, its environment is not complete:\n${lines.join('\n')}`)
}
