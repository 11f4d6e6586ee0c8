import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Countdown } from './countdown.tsx'

const now = Date.UTC(2025, 5, 20, 12, 0, 0)

beforeEach(() => {
  vi.useFakeTimers({ now })
})

const startAt = (millisecondsLeft: number) => render(<Countdown deadline={new Date(now + millisecondsLeft)} />)
const shown = () => screen.queryByRole('timer')?.textContent
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('PRICE-06 CONST-06 ticks every second', async () => {
  startAt(Date.UTC(2025, 5, 23, 23, 59, 59) - now)
  expect(shown()).toBe('The launch ends in 3 days 11:59:59')
  await pass(1000)
  expect(shown()).toBe('The launch ends in 3 days 11:59:58')
  await pass(60_000)
  expect(shown()).toBe('The launch ends in 3 days 11:58:58')
})

test('uses the singular for one day and no days on the last day', async () => {
  startAt(86_401_000)
  expect(shown()).toBe('The launch ends in 1 day 00:00:01')
  await pass(2000)
  expect(shown()).toBe('The launch ends in 23:59:59')
})

test('R-06 D-93 disappears at the deadline and stops its timer', async () => {
  startAt(2000)
  await pass(1000)
  expect(shown()).toBe('The launch ends in 00:00:01')
  await pass(1000)
  expect(shown()).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('R-06 renders nothing after the deadline or for an invalid deadline', () => {
  startAt(-1)
  startAt(Number.NaN)
  expect(shown()).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
