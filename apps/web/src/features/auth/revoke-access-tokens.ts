import { tsr, unwrapResponse } from '../../api/client.ts'

/** Revokes all access tokens of the signed-in user. A file of its own, so that pages without a session load the API client only when needed. */
export async function revokeAccessTokens(): Promise<void> {
  await unwrapResponse(tsr.tokens.revokeAll.mutate())
}
