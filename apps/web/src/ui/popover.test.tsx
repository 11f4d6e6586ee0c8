import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Popover } from './popover.tsx'

test('one that is opened again before the browser has told of its closing is drawn anew, with the focus inside', () => {
  render(
    <Popover label="Choose a day" trigger="A day">
      {() => (
        // biome-ignore lint/a11y/noAutofocus: what a popover is opened for takes the focus
        <button type="button" autoFocus>
          Monday
        </button>
      )}
    </Popover>,
  )
  const trigger = screen.getByRole('button', { name: 'A day' })
  fireEvent.click(trigger)
  expect(document.activeElement?.textContent).toBe('Monday')

  // Closed and opened within one task: of both, the browser tells in one event, that it is open.
  const popover = screen.getByRole('dialog', { name: 'Choose a day' })
  trigger.focus()
  act(() => popover.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open', oldState: 'open' })))
  expect(document.activeElement?.textContent).toBe('Monday')
})
