import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Accordion } from './accordion.tsx'
import { CopyBlock } from './copy-block.tsx'

test('TUT-17 a block starts open, toggles by its chevron and keeps its copy button visible', () => {
  render(
    <CopyBlock title="Prompt Content" copy={{ label: 'Copy All', text: () => 'The prompt' }}>
      The prompt
    </CopyBlock>,
  )
  const toggle = screen.getByRole('button', { name: 'Prompt Content' })
  const content = () => document.getElementById(toggle.getAttribute('aria-controls') ?? '')
  expect([toggle.getAttribute('aria-expanded'), content()?.hidden]).toEqual(['true', false])
  fireEvent.click(toggle)
  expect([toggle.getAttribute('aria-expanded'), content()?.hidden]).toEqual(['false', true])
  expect(screen.getByRole('button', { name: /^Copy All/ })).toBeTruthy()
  fireEvent.click(toggle)
  expect(content()?.hidden).toBe(false)
})

test('TUT-22 accordion items share one name, so that the browser keeps one open at a time', () => {
  const items = ['a', 'b'].map((id) => ({ id, title: `Tip ${id}`, content: `About ${id}` }))
  const { container } = render(<Accordion items={items} defaultOpen="b" />)
  const [first, second] = container.querySelectorAll('details')
  expect(first?.getAttribute('name')).toBeTruthy()
  expect(first?.getAttribute('name')).toBe(second?.getAttribute('name'))
  expect([first?.open, second?.open]).toEqual([false, true])
})
