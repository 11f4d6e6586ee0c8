type Line = { msg: string; request_id?: string; err?: { code?: string; cause?: { code?: string } } }

/** Returns whether a busy machine alone causes a line: a request took long, or a connection that no request waits for opened too late. */
function isOfBusyMachine({ msg, request_id, err }: Line): boolean {
  return msg === 'slow request' || (request_id === undefined && (err?.cause ?? err)?.code === 'CONNECT_TIMEOUT')
}

/** Returns the log lines without those that only a busy machine causes. */
export const unexpectedLines = (logs: string[]): string[] => logs.filter((line) => !isOfBusyMachine(JSON.parse(line)))
