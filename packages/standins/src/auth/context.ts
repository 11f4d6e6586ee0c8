import type { Sql, TransactionSql } from 'postgres'
import type { AuthLimits } from './limits.ts'
import type { Mailer } from './mailer.ts'
import type { SigningKeys } from './signing-keys.ts'

export type Tx = Sql | TransactionSql

/** What every route of the provider works with. */
export type AuthContext = {
  sql: Sql
  /** The movable time of this service. */
  now: () => Date
  limits: AuthLimits
  signingKeys: SigningKeys
  mailer: Mailer
  /** Throws when the mails of this hour are used up. */
  takeMail: () => void
  /** Whether an address alone asks for a link that signs in. */
  magicLinks: boolean
  anonKey: string
  serviceRoleKey: string
  /** The web app: where links may lead, and where they lead by default. */
  siteUrl: string
  /** Of this service, `/auth/v1` included: issuer of tokens and address in links. */
  issuer: string
}
