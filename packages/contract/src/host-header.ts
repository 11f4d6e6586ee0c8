/**
 * Returns whether a request names more than one host. Node uses the first and ignores the others, while a proxy before it may have used
 * another one (RFC 9112, 3.2). `rawHeaders` lists names and values in turns.
 */
export const hasSeveralHosts = (rawHeaders: readonly string[]): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

export const SEVERAL_HOSTS = 'A request must have one Host header.'
