import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockAdminAccounts } from '../../testing/mock-admin-accounts.ts'
import { openAccount } from '../../testing/open-account.tsx'

test('does not grant a package without an end when the last day is not a whole date', async () => {
  const { api } = mockAdminAccounts()
  const grants = () => api.requests.filter(({ method }) => method === 'POST')
  await openAccount()
  fireEvent.click(screen.getByRole('button', { name: 'Grant a package' }))
  const lastDay = await screen.findByLabelText<HTMLInputElement>('Last day')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Spoke at the meetup' } })
  // Browsers report 02/31/2027, or a date without a year, as an empty value that is not valid.
  const validity = vi.spyOn(lastDay, 'validity', 'get').mockReturnValue({ ...lastDay.validity, badInput: true, valid: false })
  const grant = () => fireEvent.click(screen.getByRole('button', { name: 'Grant' }))
  grant()
  expect(screen.getByText('Enter the whole date, or leave it empty.')).toBeTruthy()
  expect(document.activeElement).toBe(lastDay)
  expect(grants()).toEqual([])
  validity.mockRestore()
  api.reply(contract.adminAccounts.grant, 201, { success: true, message: 'The package has been granted.' })
  grant()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(grants()).toHaveLength(1)
})
