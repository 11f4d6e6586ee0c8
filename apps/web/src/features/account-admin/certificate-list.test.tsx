import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockAdminAccounts, sampleAccountCertificate } from '../../testing/mock-admin-accounts.ts'
import { accountSection, openAccount } from '../../testing/open-account.tsx'

const { certificates } = contract
let mock: ReturnType<typeof mockAdminAccounts>

beforeEach(() => {
  mock = mockAdminAccounts()
})

test('LEARN-45 lists certificates with their status and revokes one with a reason, and the focus moves to the page heading', async () => {
  const certificate = sampleAccountCertificate()
  const lost = sampleAccountCertificate({ id: 'lost', course: 'Older Course', state: 'course_lost', hidden: true })
  mock.api.reply(certificates.ofAccount, 200, [certificate, lost])
  await openAccount()
  const section = await accountSection('Certificates')
  await section.findByRole('link', { name: 'Open the certificate' })
  expect(section.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Master CourseValid',
    'Older CourseInvalid without the courseHidden by the holder',
  ])
  expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`/certificates/${certificate.id}`])
  const revoke = section.getByRole('button', { name: 'Revoke the certificate for Master Course' })
  revoke.focus()
  fireEvent.click(revoke)
  const form = within(await screen.findByRole('dialog', { name: 'Revoke the certificate for Master Course' }))
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'The name was made up' } })
  const revoked = { ...certificate, state: 'revoked' as const, revoked_at: '2026-11-21T08:00:00Z', revoke_reason: 'The name was made up' }
  mock.api.reply(certificates.revoke, 200, revoked)
  mock.api.reply(certificates.ofAccount, 200, [revoked])
  fireEvent.click(form.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The certificate has been revoked.')).toBeTruthy()
  expect(mock.api.requests.find(({ method }) => method === 'POST')).toMatchObject({
    path: `/api/admin/certificates/${certificate.id}/revoke`,
    body: { reason: 'The name was made up' },
  })
  expect(await section.findByText(/“The name was made up”/)).toBeTruthy()
  expect(section.queryByRole('button')).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('LEARN-45 says that certificates could not be loaded and offers to try again', async () => {
  mock.api.refuse(certificates.ofAccount, 503, 'unavailable', 'Please try again soon.')
  await openAccount()
  const section = await accountSection('Certificates')
  expect((await section.findByRole('alert')).textContent).toMatch(/We couldn't load the certificates.*Please try again soon\./)
  mock.api.reply(certificates.ofAccount, 200, [])
  fireEvent.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByText('No certificates yet.')).toBeTruthy()
})
