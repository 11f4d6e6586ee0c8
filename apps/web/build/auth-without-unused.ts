import type { Plugin } from 'vite'

/** What auth-js imports from its parts for passkeys and crypto wallets. */
const unused = `
const unused = () => { throw new Error('This part of auth-js is not in the bundle: build/auth-without-unused.ts') }
export {
  unused as browserSupportsWebAuthn, unused as createCredential, unused as createSiweMessage, unused as fromHex, unused as getAddress,
  unused as getCredential, unused as deserializeCredentialCreationOptions, unused as deserializeCredentialRequestOptions,
  unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse, unused as toHex, unused as webAuthnAbortService,
}
export class WebAuthnApi {}
`

/** Where the class for administrators of auth-js begins to make parts of itself, and where its methods after the sign-out begin. */
const adminParts = '        this.mfa = {'
const firstMethod = '    /**\n     * Removes a logged-in session'
const afterSignOut = '    /**\n     * Sends an invite link'

/**
 * Leaves out the parts of auth-js for passkeys, crypto wallets and administrators, which the academy does not use. They belong to methods of its
 * client, so the bundler keeps them. Its sign-out is a method for administrators, and stays. The build fails when auth-js has them in another way.
 */
export function authWithoutUnused(): Plugin {
  return {
    name: 'academy:auth-without-unused',
    apply: 'build',
    load: {
      filter: { id: /@supabase[\\/]auth-js[\\/]dist[\\/]module[\\/]lib[\\/](webauthn|web3[\\/]ethereum)\.js$/ },
      handler: () => unused,
    },
    transform: {
      filter: { id: /@supabase[\\/]auth-js[\\/]dist[\\/]module[\\/]GoTrueAdminApi\.js$/ },
      handler(code) {
        const [parts, method, end] = [adminParts, firstMethod, afterSignOut].map((part) => code.indexOf(part))
        if (!parts || !method || !end || !(0 < parts && parts < method && method < end))
          this.error('The class for administrators of auth-js has another order: build/auth-without-unused.ts')
        return { code: `${code.slice(0, parts)}    }\n${code.slice(method, end)}}\n`, map: null }
      },
    },
  }
}
