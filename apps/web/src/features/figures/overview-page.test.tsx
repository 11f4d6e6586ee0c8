import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockContentAdmin } from '../../testing/mock-content-admin.ts'
import { mockFigures } from '../../testing/mock-figures.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'

const { accounts, figures } = contract

async function openOverview(path = '/admin') {
  const mock = mockFigures()
  const router = await renderSignedIn(path)
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
  return { ...mock, router }
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('INSIGHT-07 shows each currency with its offers, beside the period before', async () => {
  await openOverview()
  const eur = await screen.findByRole('region', { name: 'Sales in EUR' })
  expect(within(eur).getByText('€209', { selector: 'dd' }).nextSibling?.textContent).toBe('before: €249')
  expect(within(eur).getByRole('img').getAttribute('aria-label')).toContain('Nov 1, 2026 to Nov 2, 2026: €209')
  expect(rowsOf(within(eur).getByRole('region', { name: 'Sales in EUR by offer' }))).toEqual([
    ['Offer', 'Payments', 'Net', 'Gross', 'Refunded', 'Lost in disputes', 'In open disputes'],
    ['Master Course', '1', '€209', '€259', '€50', '€0', '€0'],
  ])
  for (const name of ['By country', 'By code']) fireEvent.click(within(eur).getByRole('button', { name }))
  expect(rowsOf(within(eur).getByRole('region', { name: 'Sales in EUR by country' })).slice(1)).toEqual([['Germany', '1', '€209', '€259']])
  expect(rowsOf(within(eur).getByRole('region', { name: 'Sales in EUR by code' })).slice(1)).toEqual([['LAUNCH', '1', '€209', '€259']])
  const usd = screen.getByRole('region', { name: 'Sales in USD' })
  fireEvent.click(within(usd).getByRole('button', { name: 'By country' }))
  expect(rowsOf(within(usd).getByRole('region', { name: 'Sales in USD by country' })).slice(1)).toEqual([['Unknown', '1', '$19', '$19']])
  expect(within(usd).queryByRole('button', { name: 'By code' })).toBeNull()
  const fees = screen.getByRole('region', { name: 'Fees of Stripe' })
  expect(within(fees).getByText('€4.14').nextSibling?.textContent).toBe('before: €3.99')
  const studios = screen.getByRole('region', { name: 'Studio subscriptions' })
  expect(within(studios).getByText('50%')).toBeTruthy()
  expect(within(studios).getByText('Paid after a failure').nextSibling?.textContent).toBe('4')
})

test('INSIGHT-04 INSIGHT-07 shows the funnel, and no share of a count that is not shown', async () => {
  await openOverview()
  const funnel = await screen.findByRole('region', { name: 'How far new accounts came' })
  expect(rowsOf(funnel)).toEqual([
    ['Stage', 'Accounts', 'Share', 'Accounts before', 'Share before'],
    ['Signed up', '40', '100%', '20', '100%'],
    ['Confirmed the address', '30', '75%', '20', '100%'],
    ['Opened a tutorial', '10', '25%', '20', '100%'],
    ['Paid', 'fewer than 5', 'too few', '5', '25%'],
  ])
})

test('INSIGHT-07 downloads a table as CSV with amounts in whole units', async () => {
  let file: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob
    return 'blob:figures'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await openOverview()
  fireEvent.click(await screen.findByRole('button', { name: /Download as CSV.*Sales in EUR by offer/ }))
  expect(await file?.text()).toBe(
    'Offer,Payments,Net,Gross,Refunded,Lost in disputes,In open disputes\r\nMaster Course,1,209,259,50,0,0\r\n',
  )
})

test('INSIGHT-07 a chosen period is sent, and stays in the URL', async () => {
  const { api, router } = await openOverview('/admin?from=2026-11-01&step=week')
  await screen.findByRole('region', { name: 'Sales in EUR' })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-20' } })
  const sent = () => api.requests.map(({ path, search }) => `${path}?${search}`)
  await waitFor(() => expect(sent()).toContain('/api/admin/figures/sales?from=2026-11-01&to=2026-11-20&step=week'))
  expect(sent()).toContain('/api/admin/figures/funnel?from=2026-11-01&to=2026-11-20')
  expect(router.path).toBe('/admin?from=2026-11-01&step=week&to=2026-11-20')
})

test('INSIGHT-05 shows why a period is refused', async () => {
  const mock = mockFigures()
  mock.api.refuse(figures.sales, 400, 'invalid_request', 'The last day is before the first day.')
  await renderSignedIn('/admin?from=2026-11-02&to=2026-11-01')
  expect(await screen.findByText('The last day is before the first day.')).toBeTruthy()
})

test('INSIGHT-07 is the first item of the sidebar, before the other pages of the administrator', async () => {
  await openOverview()
  const [first, ...others] = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect([first?.textContent, first?.getAttribute('aria-current')]).toEqual(['Overview', 'page'])
  expect(others.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Content', 'Accounts'])
})

test('INSIGHT-07 its item is not active on the other pages of the administrator', async () => {
  mockContentAdmin()
  await renderSignedIn('/admin/content')
  await screen.findByRole('heading', { level: 1, name: 'Content' })
  const current = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link', { current: 'page' })
  expect(current.map(({ textContent }) => textContent)).toEqual(['Content'])
})

test('R-07 INSIGHT-07 other users have no such item, and the page sends no request', async () => {
  const mock = mockFigures()
  mock.api.reply(accounts.context, 200, sampleContext())
  await renderSignedIn('/admin')
  expect(await screen.findByText('Only the administrator can open this page.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Overview' })).toBeNull()
  expect(mock.api.count('GET', '/api/admin/figures/sales')).toBe(0)
})
