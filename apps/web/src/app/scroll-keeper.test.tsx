import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { ScrollKeeper } from './scroll-keeper.tsx'

/** How far the page can be scrolled; a page still loading is short. */
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
      <ScrollKeeper />
      <Link to="/other">other</Link>
      <Link to="/third">third page</Link>
      <Link to="/third" replace>
        replace
      </Link>
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

test('a new page starts at its top, and going back returns to where the last one was left', () => {
  open()
  scrollBy(1200)
  follow('other')
  expect(window.scrollY).toBe(0)
  scrollBy(300)
  goBack()
  expect(window.scrollY).toBe(1200)
})

test('going back waits for a page that is still too short', () => {
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

test('whoever scrolls meanwhile is left alone, and the wait ends after three seconds', () => {
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

test('an address that is only replaced does not move the page', () => {
  open()
  scrollBy(700)
  follow('replace')
  expect(window.scrollY).toBe(700)
})

test('a page whose address was replaced is found again where it stood', () => {
  open()
  scrollBy(700)
  follow('replace')
  follow('other')
  expect(window.scrollY).toBe(0)
  goBack()
  expect(window.scrollY).toBe(700)
})

test('a page that was never scrolled is found again at its top', () => {
  open()
  follow('other')
  follow('third page')
  scrollBy(900)
  goBack()
  expect(window.scrollY).toBe(0)
})

test('a reload is left to the browser', () => {
  open()
  expect(history.scrollRestoration).toBe('manual')
  window.dispatchEvent(new Event('pagehide'))
  expect(history.scrollRestoration).toBe('auto')
})
