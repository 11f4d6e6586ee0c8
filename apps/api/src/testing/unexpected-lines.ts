/** Messages that no request causes: on a busy machine a request takes long, and connections in the background open late. */
const OF_A_BUSY_MACHINE = /^(failed to listen for |failed to complete the search index$|slow request$)/

/** Returns the log lines without those that only a busy machine causes. */
export const unexpectedLines = (logs: string[]): string[] => logs.filter((line) => !OF_A_BUSY_MACHINE.test(JSON.parse(line).msg))
