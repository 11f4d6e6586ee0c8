type Line = { msg: string; err?: { code?: string; cause?: { code?: string } } }

/** Returns whether no request causes a line: on a busy machine requests take long, and connections of background tasks open late. */
const isOfABusyMachine = ({ msg, err }: Line): boolean =>
  ['failed to listen for changed entitlements', 'slow request'].includes(msg) || [err?.code, err?.cause?.code].includes('CONNECT_TIMEOUT')

/** Returns the log lines without those that only a busy machine causes. */
export const unexpectedLines = (logs: string[]): string[] => logs.filter((line) => !isOfABusyMachine(JSON.parse(line)))
