import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { InfiniteGrid } from './infinite-grid.tsx'

/** A history entry remembers how many cards it shows. */
let entries = 0
const renderGrid = (count: number) =>
  render(
    <MemoryRouter initialEntries={[{ pathname: '/', key: `${++entries}` }]}>
      <InfiniteGrid items={Array.from({ length: count }, (_, index) => ({ id: `${index}` }))} listKey="" noun="card">
        {({ id }) => <a href={`/cards/${id}`}>Card {id}</a>}
      </InfiniteGrid>
    </MemoryRouter>,
  )

test('keeps the focus on its button while more batches follow, and then moves it to the first new card', () => {
  renderGrid(60)
  const button = screen.getByRole('button', { name: 'Show more (36 cards left)' })
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show more (12 cards left)' }))
  fireEvent.click(button)
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Card 48' }))
})

test('leaves the focus where it is when the last batch loads while the user scrolls', () => {
  renderGrid(30)
  const card = screen.getByRole('link', { name: 'Card 3' })
  card.focus()
  fireEvent.click(screen.getByRole('button', { name: 'Show more (6 cards left)' }))
  expect(document.activeElement).toBe(card)
})

test('loads batch after batch while its end stays in view', async () => {
  class AlwaysInView {
    readonly report: IntersectionObserverCallback
    constructor(report: IntersectionObserverCallback) {
      this.report = report
    }
    observe() {
      queueMicrotask(() => this.report([{ isIntersecting: true }] as IntersectionObserverEntry[], this as never))
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', AlwaysInView)
  renderGrid(100)
  expect(await screen.findByRole('link', { name: 'Card 99' })).toBeTruthy()
})
