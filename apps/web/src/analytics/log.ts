/** Where everything that analytics has to say goes, failures included, and nowhere else (ANALYTICS-02): nobody has to act on it. */
export const log = (...what: unknown[]): void => {
  // biome-ignore lint/suspicious/noConsole: that is the log
  console.info(...what)
}
