/** What became of one thing in the account. */
export type SetupLine = { what: string; id: string; done: 'created' | 'updated' | 'unchanged' }

/** What the setup found and did, in order; and the signing secret of a webhook endpoint that was just made, as Stripe tells it only once. */
export type SetupReport = { lines: SetupLine[]; webhookSecret: string | undefined }
