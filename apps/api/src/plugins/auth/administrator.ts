import type { Config } from '../../config.ts'

/**
 * Returns whether an account is the administrator: the account with the configured id, under the configured address
 * . An address alone proves nothing, because anyone can sign up with it before its owner does.
 */
export const isAdministrator = (
  { adminAccountId, adminEmail }: Pick<Config, 'adminAccountId' | 'adminEmail'>,
  { id, email }: { id: string; email: string | null },
): boolean => adminAccountId !== undefined && id === adminAccountId && email?.toLowerCase() === adminEmail
