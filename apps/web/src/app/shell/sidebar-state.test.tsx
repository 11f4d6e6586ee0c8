import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { viewport } from '../../testing/viewport.ts'

const { accounts } = contract
let api: CannedApi

beforeEach(() => {
  api = cannedApi()
  api.reply(accounts.context, 200, sampleContext())
})
afterEach(() => api.expectNothingElse())

const pressCtrlB = () => fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true })

for (const width of [767, 1440]) {
  test(`PROF-02 D-89 SHELL-10 with ${width} pixels the keys open nothing over a dialog, and move nothing behind it`, async () => {
    viewport(width)
    api.reply(accounts.context, 200, sampleContext({ first_name: null }))
    await renderSignedIn('/settings')
    const dialog = await screen.findByRole('dialog', { name: /^Welcome to/ })
    const sidebar = document.querySelector<HTMLElement>('aside[aria-label="Sidebar"]')
    pressCtrlB()
    expect(screen.getAllByRole('dialog')).toEqual([dialog])
    expect([sidebar?.dataset.state, document.cookie]).toEqual(['expanded', ''])
  })
}

test('SHELL-10 over the drawer, too, a dialog keeps it as it is', async () => {
  viewport(767)
  await renderSignedIn('/settings')
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  const drawer = screen.getByRole('dialog', { name: 'Menu' })
  await waitFor(() => {
    fireEvent.click(within(drawer).getByRole('button', { name: 'Prompt Library (locked)' }))
    expect(screen.getByRole('dialog', { name: 'Upgrade to Access Resources' })).toBeTruthy()
  })
  pressCtrlB()
  expect(screen.getAllByRole('dialog')).toHaveLength(2)
})
