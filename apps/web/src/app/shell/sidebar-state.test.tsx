import { contract } from '@academy/contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { setViewportWidth } from '../../testing/set-viewport-width.ts'

const { accounts } = contract
let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
})

const pressCtrlB = () => fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true })

for (const width of [767, 1440]) {
  test(`PROF-02 D-89 SHELL-10 at ${width} px the keys do nothing while a dialog is open`, async () => {
    setViewportWidth(width)
    api.reply(accounts.context, 200, sampleContext({ first_name: null }))
    await renderSignedIn('/settings')
    const dialog = await screen.findByRole('dialog', { name: /^Welcome to/ })
    const sidebar = document.querySelector<HTMLElement>('aside[aria-label="Sidebar"]')
    pressCtrlB()
    expect(screen.getAllByRole('dialog')).toEqual([dialog])
    expect([sidebar?.dataset.state, document.cookie]).toEqual(['expanded', ''])
  })
}

test('SHELL-10 the keys do not close the drawer behind a dialog', async () => {
  setViewportWidth(767)
  const { promise: after, resolve: respond } = Promise.withResolvers<void>()
  api.reply(accounts.context, 200, sampleContext({ first_name: null }), { after })
  await renderSignedIn('/settings')
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  respond()
  expect(await screen.findByRole('dialog', { name: /^Welcome to/ })).toBeTruthy()
  pressCtrlB()
  expect(screen.getAllByRole('dialog')).toHaveLength(2)
})
