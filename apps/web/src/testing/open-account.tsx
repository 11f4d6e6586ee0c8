import { screen, within } from '@testing-library/react'
import { graceId } from './mock-admin-accounts.ts'
import { renderSignedIn } from './render-signed-in.tsx'

/** Opens Grace Hopper's account as the admin, and returns the router. Call `mockAdminAccounts()` before. */
export async function openAccount() {
  const router = await renderSignedIn(`/admin/accounts/${graceId}`)
  await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })
  return router
}

/** Returns the queries of a section of the account's page, found by its heading. */
export const accountSection = async (name: string) => within(await screen.findByRole('region', { name }))
