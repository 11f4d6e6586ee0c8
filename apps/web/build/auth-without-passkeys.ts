import type { Plugin } from 'vite'

/** What auth-js imports from its parts for passkeys and crypto wallets. */
const unused = `
const unused = () => { throw new Error('This part of auth-js is not in the bundle: build/auth-without-passkeys.ts') }
export {
  unused as browserSupportsWebAuthn, unused as createCredential, unused as createSiweMessage, unused as fromHex, unused as getAddress,
  unused as getCredential, unused as deserializeCredentialCreationOptions, unused as deserializeCredentialRequestOptions,
  unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse, unused as toHex, unused as webAuthnAbortService,
}
export class WebAuthnApi {}
`

/**
 * Leaves out the parts of auth-js for passkeys and crypto wallets, which the academy does not use. They belong to methods of its client, so the
 * bundler keeps them. The build fails when the client imports more of them.
 */
export function authWithoutPasskeys(): Plugin {
  return {
    name: 'academy:auth-without-passkeys',
    apply: 'build',
    load: {
      filter: { id: /@supabase[\\/]auth-js[\\/]dist[\\/]module[\\/]lib[\\/](webauthn|web3[\\/]ethereum)\.js$/ },
      handler: () => unused,
    },
  }
}
