import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Popover } from './popover.tsx'

test('renders again and focuses the content when reopened before the close event', () => {
  render(
    <Popover label="Choose a day" trigger="A day">
      {() => (
        // biome-ignore lint/a11y/noAutofocus: the content of a popover takes the focus
        <button type="button" autoFocus>
          Monday
        </button>
      )}
    </Popover>,
  )
  const trigger = screen.getByRole('button', { name: 'A day' })
  fireEvent.click(trigger)
  expect(document.activeElement?.textContent).toBe('Monday')

  // Closing and opening within one task fires a single event: open.
  const popover = screen.getByRole('dialog', { name: 'Choose a day' })
  trigger.focus()
  act(() => popover.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open', oldState: 'open' })))
  expect(document.activeElement?.textContent).toBe('Monday')
})
