import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

/** Browsers take the focus from what is disabled. */
const takeFocus = () => document.activeElement instanceof HTMLElement && document.activeElement.blur()

test('the button that was pressed has the focus again when its work is done', () => {
  const { rerender } = render(<Button>Save</Button>)
  screen.getByRole('button').focus()
  rerender(<Button pending>Saving...</Button>)
  takeFocus()
  rerender(<Button>Save</Button>)
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

test('whoever went on meanwhile stays where they are', () => {
  const page = (pending: boolean) => (
    <>
      <Button pending={pending}>Save</Button>
      <input />
    </>
  )
  const { rerender } = render(page(false))
  screen.getByRole('button').focus()
  rerender(page(true))
  screen.getByRole('textbox').focus()
  rerender(page(false))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

test('a form that was sent from one of its fields leaves the focus there', () => {
  const { rerender } = render(<Button>Save</Button>)
  rerender(<Button pending>Saving...</Button>)
  rerender(<Button>Save</Button>)
  expect(document.activeElement).toBe(document.body)
})
