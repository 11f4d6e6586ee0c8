import type { z } from 'zod'

/** The errors of the environment variables, one line each. Never contains a value, because values may be secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Returns the variables that are set. An empty one counts as not set. */
export const withoutEmpty = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))

/** Returns one error with all issues; `what` names the part that cannot start. */
export function configError(what: string, error: z.ZodError): ConfigError {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
  return new ConfigError(`${what} cannot start, its environment is not complete:\n${lines.join('\n')}`)
}
