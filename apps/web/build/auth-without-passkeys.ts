import type { Plugin } from 'vite'

/** What auth-js imports from its parts for passkeys, crypto wallets and administrators. */
const unused = `
const unused = () => { throw new Error('This part of auth-js is not in the bundle: build/auth-without-passkeys.ts') }
export {
  unused as browserSupportsWebAuthn, unused as createCredential, unused as createSiweMessage, unused as fromHex, unused as getAddress,
  unused as getCredential, unused as deserializeCredentialCreationOptions, unused as deserializeCredentialRequestOptions,
  unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse, unused as toHex, unused as webAuthnAbortService,
}
export class WebAuthnApi {}
export default class {}
`

/**
 * Leaves out the parts of auth-js for passkeys, crypto wallets and administrators, which the academy does not use. Its client creates them in its
 * constructor, so the bundler keeps them. The build fails when the client imports more of them.
 */
export function authWithoutPasskeys(): Plugin {
  return {
    name: 'academy:auth-without-passkeys',
    apply: 'build',
    load: {
      filter: { id: /@supabase[\\/]auth-js[\\/]dist[\\/]module[\\/](GoTrueAdminApi|lib[\\/]webauthn|lib[\\/]web3[\\/]ethereum)\.js$/ },
      handler: () => unused,
    },
  }
}
