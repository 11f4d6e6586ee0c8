import { contract } from '@academy/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cannedApi } from '../../testing/canned-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

/** The browser's own account of where it is. */
class Address extends EventTarget {
  currentEntry = { url: 'http://localhost:3000/mentorship' }
  go(path: string) {
    this.currentEntry = { url: `http://localhost:3000${path}` }
    this.dispatchEvent(new Event('currententrychange'))
  }
}

test('a page that is asked for and takes its time is said to be on its way, until it is there', async () => {
  const api = cannedApi()
  api.reply(contract.accounts.context, 200, sampleContext())
  const address = new Address()
  vi.stubGlobal('navigation', address)
  await renderSignedIn('/mentorship')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText('Loading the page...')).toBeNull()
  act(() => address.go('/community'))
  expect(await screen.findByText('Loading the page...')).toBeTruthy()
  act(() => address.go('/mentorship'))
  await waitFor(() => expect(screen.queryByText('Loading the page...')).toBeNull())
})
