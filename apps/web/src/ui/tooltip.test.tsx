import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Tooltip } from './tooltip.tsx'

const open = (disabled = false) => {
  render(
    <Tooltip label="Settings" disabled={disabled}>
      <button type="button" aria-label="Settings" />
    </Tooltip>,
  )
  return screen.getByRole('button', { name: 'Settings' })
}
const isShown = () => screen.getByText('Settings').parentElement?.hasAttribute('data-popover-open')

test('SHELL-01 shows the name of an icon-only control on focus and hover; Escape hides it', () => {
  const control = open()
  expect(isShown()).toBe(false)
  fireEvent.focus(control)
  expect(isShown()).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(isShown()).toBe(false)
  fireEvent.pointerEnter(control.parentElement as HTMLElement, { pointerType: 'mouse' })
  expect(isShown()).toBe(true)
  fireEvent.pointerLeave(control.parentElement as HTMLElement)
  expect(isShown()).toBe(false)
})

test('shows no tooltip when the control shows its name', () => {
  fireEvent.focus(open(true))
  expect(isShown()).toBe(false)
})
