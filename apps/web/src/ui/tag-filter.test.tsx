import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TagFilter } from './tag-filter.tsx'

const WIDTH = 100
const tags = ['APIs', 'Data', 'Testing', 'Writing']

test('scrolls the selected tag into the middle of the row, which is wider than a phone', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = ['All', ...tags].indexOf(this.textContent)
    const scrolled = this.closest('fieldset')?.scrollLeft ?? 0
    return at < 0 ? new DOMRect(0, 0, 3 * WIDTH, 36) : new DOMRect(at * WIDTH - scrolled, 0, WIDTH, 36)
  })
  const filter = (selected: string | null) => <TagFilter tags={tags} selected={selected} onSelect={() => undefined} />
  const { rerender } = render(filter('Testing'))
  const row = screen.getByRole('group', { name: 'Filter by tag' })
  await expect.poll(() => row.scrollLeft).toBe(2 * WIDTH)
  rerender(filter('Data'))
  await expect.poll(() => row.scrollLeft).toBe(WIDTH)
})
