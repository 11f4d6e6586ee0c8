/** The result for one object of the account. */
export type SetupLine = { what: string; id: string; done: 'created' | 'updated' | 'unchanged' }

/** The results of the setup in order, and the signing secret of a new webhook endpoint, which Stripe shows only once. */
export type SetupReport = { lines: SetupLine[]; webhookSecret: string | undefined }
