import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TagFilter } from './tag-filter.tsx'

const WIDTH = 100
const tags = ['APIs', 'Data', 'Testing', 'Writing']

test('scrolls the selected tag into the middle of the row, which is wider than a phone', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return ['All', ...tags].indexOf(this.textContent) * WIDTH
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(3 * WIDTH)
  const filter = (selected: string | null) => <TagFilter tags={tags} selected={selected} onSelect={() => undefined} />
  const { rerender } = render(filter('Testing'))
  const row = screen.getByRole('group', { name: 'Filter by tag' })
  expect(row.scrollLeft).toBe(2 * WIDTH)
  rerender(filter('Data'))
  expect(row.scrollLeft).toBe(WIDTH)
})
