import { tutorialParts } from '@academy/contract/tutorial-parts'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { SectionBar, sectionTarget } from './section-bar.tsx'

const WIDTH = 70

test('LEARN-13 keeps the mark of the reached section in view on a phone, where the bar is wider than the screen', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = ['Read', 'Video', 'Diagram', 'Prompt', 'Code', 'Tips'].indexOf(this.textContent)
    const scrolled = this.closest('nav')?.scrollLeft ?? 0
    return at < 0 ? new DOMRect(0, 0, 390, 44) : new DOMRect(at * WIDTH - scrolled, 0, WIDTH, 44)
  })
  render(
    <MemoryRouter>
      <SectionBar parts={tutorialParts} />
      {tutorialParts.map((name) => (
        <div key={name} {...sectionTarget(name)} />
      ))}
    </MemoryRouter>,
  )
  fireEvent.scroll(window)
  await waitFor(() => expect(screen.getByRole('link', { name: 'Tips' }).getAttribute('aria-current')).toBe('location'))
  // An effect scrolls after the mark has moved.
  await waitFor(() => expect(screen.getByRole('navigation').scrollLeft).toBe(5.5 * WIDTH - 390 / 2))
})
