import { render, screen } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { tolerateMovedNodes } from './tolerate-moved-nodes.ts'

const { removeChild, insertBefore } = Node.prototype
afterEach(() => Object.assign(Node.prototype, { removeChild, insertBefore }))

/** Elements as a library creates them: with texts beside elements. */
const view = (...children: ReactNode[]) => createElement('p', { role: 'note' }, ...children)

it('removes and inserts nodes beside a text that a translator replaced', () => {
  tolerateMovedNodes()
  const { rerender } = render(view(null, 'Save'))
  const note = screen.getByRole('note')
  const translation = document.createElement('font')
  translation.textContent = 'Speichern'
  note.firstChild?.replaceWith(translation)
  rerender(view(createElement('b'), 'Save'))
  expect(note.innerHTML).toBe('<font>Speichern</font><b></b>')
  rerender(view(createElement('b'), null))
  expect(note.innerHTML).toBe('<font>Speichern</font><b></b>')
})

it('removes and inserts nodes beside an element that an extension surrounded', () => {
  tolerateMovedNodes()
  const link = createElement('a', { href: '/' }, 'Link')
  const { rerender } = render(view(null, link))
  const note = screen.getByRole('note')
  const surrounding = document.createElement('mark')
  note.append(surrounding)
  surrounding.append(screen.getByRole('link'))
  rerender(view(createElement('b'), link))
  expect(note.innerHTML).toBe('<b></b><mark><a href="/">Link</a></mark>')
  rerender(view(createElement('b'), null))
  expect(note.innerHTML).toBe('<b></b><mark></mark>')
})
