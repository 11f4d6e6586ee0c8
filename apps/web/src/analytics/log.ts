/** Logs messages of analytics, failures included, at level info. */
export const log = (...values: unknown[]): void => {
  // biome-ignore lint/suspicious/noConsole: this is the log
  console.info(...values)
}
