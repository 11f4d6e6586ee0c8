import { createHash } from 'node:crypto'

/** Throws unless an address begins with https; a provider on localhost is for trying. */
function mustBeSafe(address) {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && hostname !== 'localhost') throw new Error('The provider has to be reached over https.')
  return address
}

/** Returns the addresses of the provider, from its own description. */
export async function describeProvider(address) {
  const response = await fetch(mustBeSafe(`${address}/.well-known/openid-configuration`))
  if (!response.ok) throw new Error(`The provider answered ${response.status}.`)
  const { issuer, authorization_endpoint: signIn, token_endpoint: token } = await response.json()
  if (issuer !== address) throw new Error('The provider describes another issuer.')
  return { issuer, signIn: mustBeSafe(signIn), token: mustBeSafe(token) }
}

/** Returns the address to which the browser goes to sign in. */
export function signInAddress({ signIn }, { clientId, returnAddress }, { state, nonce, verifier }) {
  const address = new URL(signIn)
  const asked = {
    response_type: 'code',
    scope: 'openid email',
    client_id: clientId,
    redirect_uri: returnAddress,
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address.href
}

/** Exchanges a code for what the provider says about the person. The proof comes from the provider itself, not through the browser. */
export async function exchangeCode({ token }, { clientId, secret, returnAddress }, code, verifier) {
  const form = { grant_type: 'authorization_code', code, redirect_uri: returnAddress, client_id: clientId, client_secret: secret }
  const response = await fetch(token, { method: 'POST', body: new URLSearchParams({ ...form, code_verifier: verifier }) })
  const { id_token: proof } = await response.json()
  if (!proof) return undefined
  return JSON.parse(Buffer.from(proof.split('.')[1], 'base64url').toString())
}
