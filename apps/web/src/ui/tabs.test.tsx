import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

function Example() {
  const [value, setValue] = useState('one')
  const tab = (name: string) => ({ value: name, label: name, content: `About ${name}` })
  return <Tabs label="Examples" tabs={['one', 'two', 'three'].map(tab)} value={value} onChange={setValue} />
}

const shown = () => screen.getByRole('tabpanel').textContent
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test('shows one panel, named by its tab, which alone is in the tab order', () => {
  render(<Example />)
  expect(shown()).toBe('About one')
  expect(screen.getByRole('tabpanel', { name: 'one' })).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => [tab.getAttribute('aria-selected'), tab.tabIndex])).toEqual([
    ['true', 0],
    ['false', -1],
    ['false', -1],
  ])
})

test('selects by click, arrow keys (wrapping around), Home and End', () => {
  render(<Example />)
  fireEvent.click(screen.getByRole('tab', { name: 'two' }))
  expect(shown()).toBe('About two')
  screen.getByRole('tab', { name: 'two' }).focus()
  const walked = ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'].map((key) => {
    press(key)
    return [document.activeElement?.textContent, shown()].join(': ')
  })
  expect(walked).toEqual([
    'three: About three',
    'one: About one',
    'three: About three',
    'one: About one',
    'three: About three',
    'three: About three',
  ])
})
