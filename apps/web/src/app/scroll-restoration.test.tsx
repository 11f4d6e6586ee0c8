import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { ScrollRestoration } from './scroll-restoration.tsx'

/** Scrollable height; short while the page loads. */
let height = 0
let scrolled = 0
let grow: () => void = () => {}

beforeEach(() => {
  height = 5000
  scrolled = 0
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled)
  vi.stubGlobal('scrollTo', (_left: number, top: number) => {
    scrolled = Math.min(top, height)
    window.dispatchEvent(new Event('scroll'))
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe() {
        grow = this.tell
      }
      disconnect() {
        if (grow === this.tell) grow = () => {}
      }
    },
  )
})

const scrollBy = (top: number) => act(() => window.scrollTo(0, top))
const growTo = (to: number) =>
  act(() => {
    height = to
    grow()
  })

function Page() {
  const navigate = useNavigate()
  return (
    <>
      <ScrollRestoration />
      <Link to="/other">other</Link>
      <Link to="/third">third page</Link>
      <Link to="/third" replace>
        replace
      </Link>
      <Link to="?tab=second">second tab</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        back
      </button>
    </>
  )
}

const open = () =>
  render(
    <MemoryRouter initialEntries={['/first']}>
      <Page />
    </MemoryRouter>,
  )
const follow = (name: string) => fireEvent.click(screen.getByRole('link', { name }))
const goBack = () => fireEvent.click(screen.getByRole('button', { name: 'back' }))

test('starts a new page at the top and restores the position on back', () => {
  open()
  scrollBy(1200)
  follow('other')
  expect(window.scrollY).toBe(0)
  scrollBy(300)
  goBack()
  expect(window.scrollY).toBe(1200)
})

test('waits until the page is tall enough to restore the position', () => {
  open()
  scrollBy(1200)
  follow('other')
  height = 100
  goBack()
  expect(window.scrollY).toBe(100)
  growTo(800)
  expect(window.scrollY).toBe(800)
  growTo(3000)
  expect(window.scrollY).toBe(1200)
  scrollBy(50)
  growTo(4000)
  expect(window.scrollY).toBe(50)
})

test('stops restoring when the user scrolls or after three seconds', () => {
  vi.useFakeTimers()
  for (const giveUp of [() => fireEvent.wheel(window), () => vi.advanceTimersByTime(3000)]) {
    height = 5000
    open()
    scrollBy(1200)
    follow('other')
    height = 100
    goBack()
    giveUp()
    growTo(3000)
    expect(window.scrollY).toBe(100)
    cleanup()
  }
})

test('does not scroll when the URL is replaced', () => {
  open()
  scrollBy(700)
  follow('replace')
  expect(window.scrollY).toBe(700)
})

test('A11Y-13 stays where it is when a tab or tag changes the query', () => {
  open()
  follow('other')
  scrollBy(700)
  follow('second tab')
  expect(window.scrollY).toBe(700)
})

test('restores the position of a page whose URL was replaced', () => {
  open()
  scrollBy(700)
  follow('replace')
  follow('other')
  expect(window.scrollY).toBe(0)
  goBack()
  expect(window.scrollY).toBe(700)
})

test('restores the top of a page that was never scrolled', () => {
  open()
  follow('other')
  follow('third page')
  scrollBy(900)
  goBack()
  expect(window.scrollY).toBe(0)
})

test('starts an earlier page at the top after a reload, and leaves the reloaded page where it is', () => {
  scrolled = 300
  render(
    <MemoryRouter initialEntries={['/earlier', '/reloaded'].map((pathname) => ({ pathname, key: pathname }))} initialIndex={1}>
      <Page />
    </MemoryRouter>,
  )
  expect(window.scrollY).toBe(300)
  scrollBy(800)
  goBack()
  expect(window.scrollY).toBe(0)
})

test('leaves reloads to the browser', () => {
  open()
  expect(history.scrollRestoration).toBe('manual')
  window.dispatchEvent(new Event('pagehide'))
  expect(history.scrollRestoration).toBe('auto')
})
