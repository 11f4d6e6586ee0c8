import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Settings } from './icons.ts'
import { Menu, MenuItem, MenuLink, MenuRadioGroup } from './menu.tsx'

const onSelect = vi.fn()
const onChange = vi.fn()

const open = () => {
  render(
    <MemoryRouter>
      <Menu label="Account" trigger="Ada">
        <MenuLink to="/settings" icon={Settings}>
          Settings
        </MenuLink>
        <MenuRadioGroup
          label="Theme"
          options={[
            { value: 'light', label: 'Light', icon: null },
            { value: 'dark', label: 'Dark', icon: null },
          ]}
          value="dark"
          onChange={onChange}
        />
        <MenuItem onSelect={onSelect}>Sign Out</MenuItem>
      </Menu>
    </MemoryRouter>,
  )
  const trigger = screen.getByRole('button', { name: 'Ada' })
  trigger.focus()
  fireEvent.click(trigger)
  return trigger
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const isOpen = () => screen.getByRole('menu', { name: 'Account' }).hasAttribute('data-popover-open')

test('focuses the opened menu; arrow keys wrap around, Home and End go to the ends', () => {
  open()
  expect(document.activeElement?.textContent).toBe('Settings')
  const walked = ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'End', 'Home'].map((key) => {
    press(key)
    return document.activeElement?.textContent
  })
  expect(walked).toEqual(['Sign Out', 'Settings', 'Light', 'Dark', 'Sign Out', 'Settings'])
})

test.each([
  ['ArrowUp', 'Sign Out'],
  ['ArrowDown', 'Settings'],
])('%s enters the items while the menu itself has the focus', (key, item) => {
  open()
  screen.getByRole('menu', { name: 'Account' }).focus()
  press(key)
  expect(document.activeElement?.textContent).toBe(item)
})

test('Escape closes the menu and restores the focus; Tab closes it and moves on', () => {
  const trigger = open()
  press('Escape')
  expect([isOpen(), document.activeElement]).toEqual([false, trigger])
  fireEvent.click(trigger)
  press('Tab')
  expect(isOpen()).toBe(false)
})

test('an item calls its handler and closes the menu', () => {
  open()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  expect(onSelect).toHaveBeenCalledTimes(1)
  expect(isOpen()).toBe(false)
})

test('a radio option shows the selection and keeps the menu open', () => {
  open()
  expect(screen.getAllByRole('menuitemradio').map((item) => item.getAttribute('aria-checked'))).toEqual(['false', 'true'])
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Light' }))
  expect(onChange).toHaveBeenCalledWith('light')
  expect(isOpen()).toBe(true)
})
