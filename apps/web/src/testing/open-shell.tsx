import { fireEvent, screen, within } from '@testing-library/react'
import { renderSignedIn } from './render-signed-in.tsx'

/** Opens a page as a signed-in user, and waits for its heading. */
export async function openShell(path = '/settings') {
  const router = await renderSignedIn(path)
  await screen.findByRole('heading', { level: 1 })
  return router
}

export const sidebar = () => screen.getByRole('complementary', { name: 'Sidebar' })

/** Opens the user menu inside `container`: the sidebar, or the drawer of small screens. Returns the container. */
export async function openUserMenu(container = sidebar()) {
  fireEvent.click(await within(container).findByRole('button', { name: /ada@example\.com/ }))
  return container
}
