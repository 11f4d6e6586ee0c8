import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AuditLog } from './audit-log.tsx'

test('tells an ended Studio from a cancelled one, and names the user alike in older rows', () => {
  const entry = { at: '2026-10-01T08:00:00Z', reason: 'Because', details: {} }
  const entries = [
    { ...entry, id: '4', who: 'the user', what: 'cancel_studio' },
    { ...entry, id: '3', who: 'the account itself', what: 'create_token' },
    { ...entry, id: '2', who: 'the academy', what: 'end_studio' },
    { ...entry, id: '1', who: 'the buyer', what: 'request_refund' },
  ]
  render(<AuditLog entries={entries} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Cancelled the Studio for the end of the period by the user'),
    expect.stringContaining('Created an access token by the user'),
    expect.stringContaining('Ended the Studio at once by the academy'),
    expect.stringContaining('Asked for a refund by the user'),
  ])
})
