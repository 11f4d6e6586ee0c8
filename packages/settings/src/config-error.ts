import type { z } from 'zod'

/** An invalid environment. Its message has a line for each invalid variable, and never contains a value, because values may be secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Returns the variables that are set. An empty one counts as not set. */
export const withoutEmpty = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())))

/** Returns one error with all issues and other problems; `what` names the process that cannot start. */
export function configError(what: string, error: z.ZodError | undefined, problems: readonly string[] = []): ConfigError {
  const issues = error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
  const lines = [...issues, ...problems].map((line) => `  ${line}`)
  return new ConfigError(`${what} cannot start because its environment is incomplete or invalid:\n${lines.join('\n')}`)
}
