/** The scopes of personal access tokens with their descriptions, in the order of the form. This file has no schemas, so that the web app can load it. */
export const TOKEN_SCOPES = {
  'content:read': 'Read the course, the Prompt Library and your progress, and search them.',
  'prompts:read': 'Read your own prompts.',
  'prompts:write': 'Create, change and delete your own prompts.',
  'progress:write': 'Mark tutorials as done and save where you stopped in a tutorial.',
} as const satisfies Record<string, string>

export type TokenScope = keyof typeof TOKEN_SCOPES

export const tokenScopes = Object.keys(TOKEN_SCOPES) as [TokenScope, ...TokenScope[]]

/** The possible lifetimes of a token, in days. */
export const TOKEN_EXPIRY_DAYS = [30, 90, 365] as const
export type TokenExpiryDays = (typeof TOKEN_EXPIRY_DAYS)[number]

export const TOKEN_LIMITS = {
  /** Maximum number of tokens of one account that are neither expired nor revoked. */
  active: 20,
  /** Maximum length of a name, in characters. */
  name: 60,
} as const

/**
 * The access that an endpoint requires. `scope` is the scope of a personal access token, or `any` for every token; without it the endpoint
 * accepts only sessions. `entitlement` is that of the account.
 */
export type EndpointAccess = {
  auth: 'public' | 'bearer' | 'admin'
  scope?: TokenScope | 'any'
  entitlement?: string
  /** Whether a public endpoint authenticates the caller if a session token is sent. */
  acceptsSession?: true
  /** Whether responses have an ETag, and `If-None-Match` is understood. */
  etag?: true
  /** Whether the ETag of a response is the version, and a change understands it in `If-Match`. */
  versioned?: true
}
