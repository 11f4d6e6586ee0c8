import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'

const htmlOf = (node: ReactNode) => render(node).container.innerHTML

it('joins texts without elements between them', () => {
  const count = 3
  expect(htmlOf(<p>You have {count} notes.</p>)).toBe('<p>You have 3 notes.</p>')
})

it('gives texts beside elements an element of their own, and leaves spaces between elements as they are', () => {
  const count = 3
  expect(
    htmlOf(
      <p>
        You {'have '} <b>{count}</b> notes.
      </p>,
    ),
  ).toBe('<p><span>You have  </span><b>3</b><span> notes.</span></p>')
  expect(htmlOf(<p><b>1</b> <i>2</i></p>)).toBe('<p><b>1</b> <i>2</i></p>') // biome-ignore format: one line
})

it('does so in fragments, lists and the children of components', () => {
  const Label = ({ children }: { children: ReactNode }) => (
    <p>
      <b />
      {children}
    </p>
  )
  const spans = '<b></b><span>one</span><i></i>'
  expect(htmlOf(<Label>one</Label>)).toBe('<p><b></b><span>one</span></p>')
  expect(htmlOf(<Label>{['one', <i key="i" />]}</Label>)).toBe(`<p>${spans}</p>`)
  expect(htmlOf(<>one</>)).toBe('<span>one</span>')
  expect(htmlOf(<p>{['one', <i key="i" />]}</p>)).toBe('<p><span>one</span><i></i></p>')
})

it('updates texts that a translator replaced, and keeps the elements beside them', () => {
  const view = (isSaving: boolean, count: number) => (
    <p>
      {isSaving && <b />}
      {isSaving ? 'Saving' : 'Save'} {count} <input />
      {count > 1 && ' notes'}
    </p>
  )
  const { container, rerender } = render(view(false, 1))
  const input = container.querySelector('input')
  const translate = () => {
    for (const text of container.querySelectorAll('span')) text.innerHTML = `<font><font>${text.textContent} [de]</font></font>`
  }
  translate()
  rerender(view(true, 2))
  expect(container.innerHTML).toBe('<p><b></b><span>Saving 2 </span><input><span> notes</span></p>')
  expect(container.querySelector('input')).toBe(input)
  translate()
  rerender(view(false, 1))
  expect(container.innerHTML).toBe('<p><span>Save 1 </span><input></p>')
})
