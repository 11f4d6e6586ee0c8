/** Messages that no request causes: on a busy machine a request takes long, and the listening connection opens late. */
const OF_A_BUSY_MACHINE = /^(failed to listen for |slow request$)/

/** Returns the log lines without those that only a busy machine causes. */
export const unexpectedLines = (logs: string[]): string[] => logs.filter((line) => !OF_A_BUSY_MACHINE.test(JSON.parse(line).msg))
