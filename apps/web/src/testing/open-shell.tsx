import { fireEvent, screen, within } from '@testing-library/react'
import { sampleSession } from './mock-auth-provider.ts'
import { openApp, storeSession } from './open-app.tsx'

/** Opens a page as a signed-in user, and waits for its heading. */
export async function openShell(path = '/settings') {
  storeSession(sampleSession())
  const app = await openApp(path)
  await screen.findByRole('heading', { level: 1 })
  return app
}

export const sidebar = () => screen.getByRole('complementary', { name: 'Sidebar' })

/** Opens the user menu inside `container`: the sidebar, or the drawer of small screens. Returns the container. */
export async function openUserMenu(container = sidebar()) {
  fireEvent.click(await within(container).findByRole('button', { name: /ada@example\.com/ }))
  return container
}
