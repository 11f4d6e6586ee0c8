import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectConsole } from '../testing/capture-console.ts'
import { lazyPart } from './lazy-part.tsx'
import { toastStore } from './toast.ts'

const unreachable = new TypeError('Failed to fetch dynamically imported module: /assets/part.js')

beforeEach(() => toastStore.clear())

const expectCaughtError = () => {
  expectConsole('error', /dynamically imported/)
  expectConsole('warn', /dynamically imported|error boundary/i)
}

test('LEARN-61 a part without its code leaves the page as it is, says so, and tries again', async () => {
  expectCaughtError()
  const load = vi.fn(async () => () => <p>The player</p>).mockRejectedValueOnce(unreachable)
  const Player = lazyPart(load, <p>Loading...</p>)
  render(
    <main>
      <p>The text</p>
      <Player />
    </main>,
  )
  expect(screen.getByText('Loading...')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain("We couldn't load this part")
  expect(screen.getByText('The text')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The player')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('LEARN-61 a dialog without its code closes with a toast, and opens the next time', async () => {
  expectCaughtError()
  const load = vi.fn(async () => (_: { onClose: () => void }) => <p>The versions</p>).mockRejectedValueOnce(unreachable)
  const Versions = lazyPart(load)
  const onClose = vi.fn()
  const { unmount } = render(<Versions onClose={onClose} />)
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(toastStore.get().map(({ title }) => title)).toEqual(["We couldn't load this part"])
  unmount()
  render(<Versions onClose={onClose} />)
  expect(await screen.findByText('The versions')).toBeTruthy()
})

test('passes other errors on to the page', async () => {
  expectConsole('error', /broken part/)
  expectConsole('warn', /broken part|error boundary/i)
  const Broken = lazyPart(async () => () => {
    throw new Error('broken part')
  })
  await expect(act(async () => render(<Broken />))).rejects.toThrow('broken part')
})
