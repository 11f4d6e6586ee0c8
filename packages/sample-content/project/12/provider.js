import { createHash } from 'node:crypto'

/** Asks the provider for its own addresses. They are published under one fixed path, by the standard. */
export async function findProvider({ address, clientId, secret, checksEveryAddress }) {
  const response = await fetch(`${address}/.well-known/openid-configuration`)
  const { issuer, authorization_endpoint: signInAt, token_endpoint: exchangeAt } = await response.json()
  const isSafe = new URL(exchangeAt).protocol === 'https:' || new URL(exchangeAt).hostname === 'localhost'
  if (!isSafe) throw new Error('The provider has to be reached through https.')
  return { issuer, signInAt, exchangeAt, clientId, secret, checksEveryAddress }
}

/** The fingerprint of the verifier travels through the browser; the verifier itself never does. */
const fingerprintOf = (verifier) => createHash('sha256').update(verifier).digest('base64url')

/** The address at the provider to which the browser is sent. */
export function signInAddress(provider, started, returnTo) {
  const address = new URL(provider.signInAt)
  const values = { response_type: 'code', scope: 'openid email', client_id: provider.clientId, redirect_uri: returnTo }
  const words = { state: started.state, nonce: started.nonce, code_challenge: fingerprintOf(started.verifier), code_challenge_method: 'S256' }
  for (const [name, value] of Object.entries({ ...values, ...words })) address.searchParams.set(name, value)
  return address.href
}

/** Asks the provider directly who is behind a code, and not through the browser, where the answer could be changed. */
export async function whoIsBehind(provider, code, started, returnTo) {
  const values = { grant_type: 'authorization_code', code, redirect_uri: returnTo, code_verifier: started.verifier }
  const body = new URLSearchParams({ ...values, client_id: provider.clientId, client_secret: provider.secret.use() })
  const response = await fetch(provider.exchangeAt, { method: 'POST', body })
  const { id_token: proof } = await response.json()
  if (!proof) throw new Error('The provider did not accept the code.')
  // A proof has three parts between dots. The middle one holds what the provider says.
  return JSON.parse(Buffer.from(proof.split('.')[1], 'base64url').toString())
}
