import { expect, test } from 'vitest'
import { positionPopover, type Side } from './position-popover.ts'

/** Positions a popover of this height beside a button at `top`, on a screen 800 px high. */
function place(side: Side, { top, height }: { top: number; height: number }) {
  const popover = document.createElement('div')
  const anchor = document.createElement('button')
  Object.defineProperties(popover, { offsetHeight: { value: height }, offsetWidth: { value: 200 } })
  Object.defineProperties(document.documentElement, {
    clientHeight: { value: 800, configurable: true },
    clientWidth: { value: 400, configurable: true },
  })
  anchor.getBoundingClientRect = () => new DOMRect(350, top, 40, 40)
  positionPopover(popover, anchor, side)
  const { style } = popover
  return { left: style.left, top: style.top, bottom: style.bottom, maxHeight: style.maxHeight }
}

test('opens on the given side, within the width of the screen', () => {
  expect(place('bottom', { top: 100, height: 300 })).toMatchObject({ left: '192px', top: '146px' })
  expect(place('top', { top: 700, height: 300 })).toMatchObject({ bottom: '106px' })
})

test('opens on the opposite side when the preferred side has no room', () => {
  expect(place('bottom', { top: 700, height: 300 })).toMatchObject({ bottom: '106px' })
  expect(place('top', { top: 100, height: 300 })).toMatchObject({ top: '146px' })
})

test('stays within the screen when neither side has room', () => {
  expect(place('bottom', { top: 400, height: 500 })).toMatchObject({ top: '292px' })
  expect(place('bottom', { top: 400, height: 900 })).toMatchObject({ top: '8px' })
})

test('is at most as high as the screen, so that a taller popover scrolls', () => {
  expect(place('top', { top: 740, height: 900 })).toMatchObject({ top: '8px', maxHeight: '784px' })
})
