import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockServices } from '../../testing/mock-services.ts'
import { ConfirmEmail } from './confirm-email.tsx'

test('BUY-05 the wait for another email also passes while the phone shows the mail app, which stops the page', async () => {
  mockServices().api.on('POST', '/auth/v1/resend', () => Response.json({}))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<ConfirmEmail email="ada@example.com" onReturnPath={() => undefined} onConfirmed={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: 'Resend email' }))
  await screen.findByRole('button', { name: 'Resend email (in 60 s)' })
  // The clock goes on, the timers of the page do not.
  vi.setSystemTime(Date.now() + 60_000)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend email' }).disabled).toBe(false)
})
