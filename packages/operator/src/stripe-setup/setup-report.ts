/** The result for one object of the account. */
export type SetupLine = { what: string; id: string; done: 'created' | 'updated' | 'unchanged' }

export type SetupReport = {
  /** The results in order. */
  lines: SetupLine[]
  /** The signing secret of a new webhook endpoint, which Stripe shows only once. */
  webhookSecret: string | undefined
  /** The ids of old webhook endpoints that could not be deleted. */
  notDeleted: string[]
}
