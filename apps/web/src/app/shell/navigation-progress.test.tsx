import { contract } from '@academy/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockApi } from '../../testing/mock-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

/** A stub of the Navigation API. */
class NavigationStub extends EventTarget {
  currentEntry = { url: 'http://localhost:3000/mentorship' }
  go(path: string) {
    this.currentEntry = { url: `http://localhost:3000${path}` }
    this.dispatchEvent(new Event('currententrychange'))
  }
}

test('shows a progress bar while a page takes long to load', async () => {
  const api = mockApi()
  api.reply(contract.accounts.context, 200, sampleContext())
  const navigation = new NavigationStub()
  vi.stubGlobal('navigation', navigation)
  await renderSignedIn('/mentorship')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText('Loading the page...')).toBeNull()
  act(() => navigation.go('/community'))
  expect(await screen.findByText('Loading the page...')).toBeTruthy()
  act(() => navigation.go('/mentorship'))
  await waitFor(() => expect(screen.queryByText('Loading the page...')).toBeNull())
})
