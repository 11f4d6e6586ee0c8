/**
 * What a personal access token may do, in the order of the form; each with its sentence there. This file has no schemas, so that the web app
 * can load it.
 */
export const TOKEN_SCOPES = {
  'content:read': 'Read the course, the Prompt Library and your progress, and search them.',
  'prompts:read': 'Read your own prompts.',
  'prompts:write': 'Create, change and delete your own prompts.',
  'progress:write': 'Mark tutorials as done and save where you stopped in a video.',
} as const satisfies Record<string, string>

export type TokenScope = keyof typeof TOKEN_SCOPES

export const tokenScopes = Object.keys(TOKEN_SCOPES) as [TokenScope, ...TokenScope[]]

/** How long a token can be valid, in days. */
export const TOKEN_EXPIRY_DAYS = [30, 90, 365] as const
export type TokenExpiryDays = (typeof TOKEN_EXPIRY_DAYS)[number]

export const TOKEN_LIMITS = {
  /** Tokens of one account that are neither expired nor revoked. */
  active: 20,
  /** Characters of a name. */
  name: 60,
} as const

/**
 * Who may call an endpoint. `scope` is what a personal access token needs, or `any` where each token is accepted; without it only a session
 * is. `entitlement` is what the account needs.
 */
export type EndpointAccess = {
  auth: 'public' | 'bearer' | 'admin'
  scope?: TokenScope | 'any'
  entitlement?: string
}
