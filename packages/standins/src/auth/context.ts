import type { Sql } from 'postgres'
import type { AuthLimits } from './limits.ts'
import type { Mailer } from './mailer.ts'
import type { SigningKey } from './signing-key.ts'

/** The context of all routes. */
export type AuthContext = {
  sql: Sql
  /** The movable time of this service. */
  now: () => Date
  limits: AuthLimits
  signingKey: SigningKey
  mailer: Mailer
  /** Throws if the mail limit of this hour is reached. */
  takeMail: () => void
  anonKey: string
  serviceRoleKey: string
  /** Origin of the web app: the allowed and the default target of links. */
  siteUrl: string
  /** URL of this service with `/auth/v1`: the issuer of tokens, and the base of links. */
  issuer: string
}
