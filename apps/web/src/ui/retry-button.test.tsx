import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RetryButton } from './retry-button.tsx'

/** Renders a page with a failure in its content; returns its render function for other contents. */
function renderFailure(content = <RetryButton onRetry={() => {}} />) {
  const page = (children = content) => (
    <>
      <header>
        <button type="button">Menu</button>
      </header>
      <main>{children}</main>
    </>
  )
  const { rerender } = render(page())
  return (children: typeof content) => rerender(page(children))
}

const retryButton = () => screen.getByRole('button', { name: 'Try again' })

test('leaves the focus in the content when it disappears after a click', () => {
  const show = renderFailure()
  retryButton().focus()
  show(<p>Loading</p>)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('leaves the focus in the content when the retry succeeds while it is pending', () => {
  const show = renderFailure()
  retryButton().focus()
  show(<RetryButton onRetry={() => {}} pending />)
  // Browsers blur a button that becomes disabled.
  retryButton().blur()
  show(<p>Your notes</p>)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('leaves the focus in the dialog that it was in', () => {
  const show = renderFailure(
    <dialog open>
      <RetryButton onRetry={() => {}} />
    </dialog>,
  )
  retryButton().focus()
  show(
    <dialog open>
      <p>Loading</p>
    </dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
})

test('takes no focus that the user moved elsewhere', () => {
  const show = renderFailure()
  screen.getByRole('button', { name: 'Menu' }).focus()
  show(<p>Loading</p>)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' }))
})
