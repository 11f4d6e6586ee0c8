/** Returns the error with which a promise or a query rejects. Rejects if it does not. */
export const rejectionOf = (promise: PromiseLike<unknown>): Promise<Error & { code?: string }> =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('answered')),
    (error) => error,
  )
