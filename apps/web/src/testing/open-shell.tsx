import { fireEvent, screen, within } from '@testing-library/react'
import { sampleSession } from './mock-auth-provider.ts'
import { openApp, storeSession } from './open-app.tsx'

/** Opens a page as a signed-in user. */
export async function openShell(path = '/settings') {
  storeSession(sampleSession())
  const app = await openApp(path)
  await screen.findByRole('heading', { level: 1 })
  return app
}

export const sidebar = () => screen.getByRole('complementary', { name: 'Sidebar' })

/** Opens the user menu in the sidebar or in the given menu. */
export async function openUserMenu(menu = sidebar()) {
  fireEvent.click(await within(menu).findByRole('button', { name: /ada@example\.com/ }))
  return menu
}
