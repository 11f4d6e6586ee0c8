import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.ts'
import { Toasts } from './toasts.tsx'

// With the list loaded before, it renders at once.
beforeAll(() => import('./toast-list.tsx'))

const show = (kind: keyof typeof toast, title: string, description?: string) =>
  act(async () => {
    toast[kind]({ title, description })
    await import('./toast-list.tsx')
  })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const titles = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)
const dismissButtons = () => screen.getAllByRole('button', { name: 'Dismiss' })

test('shows title and text and announces them politely', async () => {
  render(<Toasts />)
  const region = screen.getByRole('region', { name: 'Notifications' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  await show('success', 'Success', 'It is saved.')
  expect(within(region).getByRole('listitem').textContent).toBe('SuccessIt is saved.')
})

test('shows a message once however often it is reported, and counts its time from the last report', async () => {
  vi.useFakeTimers()
  render(<Toasts />)
  await show('error', 'Access denied')
  await wait(8000)
  await show('error', 'Access denied')
  expect(titles()).toEqual(['Access denied'])
  await wait(8999)
  expect(titles()).toEqual(['Access denied'])
  await wait(1)
  expect(titles()).toEqual([])
})

test('a success is shown for 5 seconds, an error for 9', async () => {
  vi.useFakeTimers()
  render(<Toasts />)
  await show('success', 'Saved')
  await show('error', 'Failed')
  await wait(4999)
  expect(titles()).toEqual(['Saved', 'Failed'])
  await wait(1)
  expect(titles()).toEqual(['Failed'])
  await wait(4000)
  expect(titles()).toEqual([])
})

test('A11Y-02 no toast expires while the pointer or the focus is on one', async () => {
  vi.useFakeTimers()
  render(<Toasts />)
  await show('success', 'Saved')
  const list = screen.getByRole('list')
  fireEvent.pointerEnter(list)
  await wait(60_000)
  expect(titles()).toEqual(['Saved'])
  act(() => dismissButtons()[0]?.focus())
  fireEvent.pointerLeave(list)
  await wait(60_000)
  expect(titles()).toEqual(['Saved'])
  act(() => dismissButtons()[0]?.blur())
  await wait(5000)
  expect(titles()).toEqual([])
})

test('shows the four newest messages; older ones come back when those have gone', async () => {
  vi.useFakeTimers()
  render(<Toasts />)
  for (const title of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) await show('success', title)
  expect(titles()).toEqual(['Second', 'Third', 'Fourth', 'Fifth'])
  await wait(5000)
  expect(titles()).toEqual(['First'])
})

test('Alt+T moves the focus to the newest toast; dismissed, it goes to the next one, then back to where it was', async () => {
  render(
    <>
      <button type="button">Save</button>
      <Toasts />
    </>,
  )
  await show('error', 'First')
  await show('error', 'Second')
  const save = screen.getByRole('button', { name: 'Save' })
  save.focus()
  fireEvent.keyDown(save, { code: 'KeyT', altKey: true })
  expect(document.activeElement).toBe(dismissButtons()[1])
  fireEvent.click(dismissButtons()[1] as HTMLElement)
  expect(titles()).toEqual(['First'])
  expect(document.activeElement).toBe(dismissButtons()[0])
  fireEvent.click(dismissButtons()[0] as HTMLElement)
  expect(titles()).toEqual([])
  expect(document.activeElement).toBe(save)
})

test('A11Y-01 a toast never moves the focus by itself when the focus leaves it', async () => {
  render(
    <>
      <button type="button">Before</button>
      <button type="button">After</button>
      <Toasts />
    </>,
  )
  await show('error', 'Failed')
  screen.getByRole('button', { name: 'Before' }).focus()
  const after = screen.getByRole('button', { name: 'After' })
  act(() => dismissButtons()[0]?.focus())
  act(() => after.focus())
  expect(document.activeElement).toBe(after)
})

function Modal() {
  const [open, setOpen] = useState(true)
  return (
    <>
      {open && (
        <Dialog onClose={() => setOpen(false)} title="Modal">
          <button type="button" onClick={() => setOpen(false)}>
            Done
          </button>
        </Dialog>
      )}
      <Toasts />
    </>
  )
}

test('renders toasts inside an open dialog and keeps them when it closes', async () => {
  render(<Modal />)
  await show('warning', 'Warning', 'Still open.')
  expect(within(screen.getByRole('dialog')).getByText('Still open.')).toBeTruthy()
  screen.getByRole('button', { name: 'Done' }).click()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Still open.')).toBeTruthy()
})
