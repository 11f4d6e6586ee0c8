import { render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.ts'
import { Toasts } from './toasts.tsx'

test('a toast has a title and a text, and is spoken politely', async () => {
  render(<Toasts />)
  toast.success({ title: 'Success', description: 'It is saved.' })
  expect(await screen.findByText('Success')).toBeTruthy()
  expect(screen.getByText('It is saved.')).toBeTruthy()
  expect(screen.getByRole('region', { name: /Notifications/ }).getAttribute('aria-live')).toBe('polite')
})

test('the same message twice is one toast', async () => {
  render(<Toasts />)
  toast.error({ title: 'Access denied' })
  toast.error({ title: 'Access denied' })
  await screen.findByText('Access denied')
  await waitFor(() => expect(screen.getAllByText('Access denied')).toHaveLength(1))
})

function Modal() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Dialog open={open} onClose={() => setOpen(false)} title="Modal">
        <button type="button" onClick={() => setOpen(false)}>
          Done
        </button>
      </Dialog>
      <Toasts />
    </>
  )
}

test('over a dialog a toast stands inside it, where it can be reached and heard, and outlives it', async () => {
  render(<Modal />)
  toast.warning({ title: 'Warning', description: 'Still open.' })
  expect(await within(screen.getByRole('dialog')).findByText('Still open.')).toBeTruthy()
  screen.getByRole('button', { name: 'Done' }).click()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Still open.')).toBeTruthy()
})
