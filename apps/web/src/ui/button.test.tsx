import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { takeFocus } from '../testing/take-focus.ts'
import { Button } from './button.tsx'

test('restores the focus to the pressed button when the work ends', () => {
  const { rerender } = render(<Button>Save</Button>)
  screen.getByRole('button').focus()
  rerender(<Button pending>Saving...</Button>)
  takeFocus()
  rerender(<Button>Save</Button>)
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

test('leaves the focus alone when the user moved it meanwhile', () => {
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

test('leaves the focus in a field that submitted the form', () => {
  const { rerender } = render(<Button>Save</Button>)
  rerender(<Button pending>Saving...</Button>)
  rerender(<Button>Save</Button>)
  expect(document.activeElement).toBe(document.body)
})
