/** Settles like `work`, or rejects with the signal's reason if the signal aborts first. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Otherwise its rejection would be unhandled when the signal has already aborted.
  work.catch(() => undefined)
  signal.throwIfAborted()
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
