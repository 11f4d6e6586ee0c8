import { expect, test } from 'vitest'
import { placeBeside, type Side } from './floating.ts'

/** Places a popover of this height beside a button that stands at `top` of a screen 800 high. */
function place(side: Side, { top, height }: { top: number; height: number }) {
  const popover = document.createElement('div')
  const anchor = document.createElement('button')
  Object.defineProperties(popover, { offsetHeight: { value: height }, offsetWidth: { value: 200 } })
  Object.defineProperties(document.documentElement, {
    clientHeight: { value: 800, configurable: true },
    clientWidth: { value: 400, configurable: true },
  })
  anchor.getBoundingClientRect = () => new DOMRect(350, top, 40, 40)
  placeBeside(popover, anchor, side)
  const { style } = popover
  return { left: style.left, top: style.top, bottom: style.bottom }
}

test('a popover opens on the side that it is told, within the width of the screen', () => {
  expect(place('bottom', { top: 100, height: 300 })).toMatchObject({ left: '192px', top: '146px' })
  expect(place('top', { top: 700, height: 300 })).toMatchObject({ bottom: '106px' })
})

test('where there is no room for it, it opens on the other side', () => {
  expect(place('bottom', { top: 700, height: 300 })).toMatchObject({ bottom: '106px' })
  expect(place('top', { top: 100, height: 300 })).toMatchObject({ top: '146px' })
})

test('where neither side has room, all of it is on the screen', () => {
  expect(place('bottom', { top: 400, height: 500 })).toMatchObject({ top: '292px' })
  expect(place('bottom', { top: 400, height: 900 })).toMatchObject({ top: '8px' })
})
