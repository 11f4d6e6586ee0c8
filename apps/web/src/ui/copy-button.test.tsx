import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

const writeText = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  vi.useFakeTimers()
  writeText.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
})

const press = () => act(async () => void fireEvent.click(screen.getByRole('button')))
const label = () => screen.getByRole('button').textContent

test('TUT-21 it copies, says so for two seconds to eyes and ears, then has its own words again', async () => {
  render(
    <CopyButton text={() => 'the prompt'} onError={vi.fn()}>
      Copy All
    </CopyButton>,
  )
  await press()
  expect(writeText).toHaveBeenCalledWith('the prompt')
  expect([label(), screen.getByRole('status').textContent]).toEqual(['Copied!', 'Copied!'])
  await act(() => vi.advanceTimersByTimeAsync(1999))
  expect(label()).toBe('Copied!')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect([label(), screen.getByRole('status').textContent]).toEqual(['Copy All', ''])
})

test('TUT-21 a second press counts its own two seconds', async () => {
  render(<CopyButton text="x" onError={vi.fn()} />)
  await press()
  await act(() => vi.advanceTimersByTimeAsync(1500))
  await press()
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect(label()).toBe('Copied!')
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(label()).toBe('Copy')
})

test('a refused clipboard is told to the caller, and nothing is claimed', async () => {
  const refusal = new Error('not allowed')
  writeText.mockRejectedValue(refusal)
  const onError = vi.fn()
  render(<CopyButton text="x" onError={onError} />)
  await press()
  expect(onError).toHaveBeenCalledWith(refusal)
  expect(label()).toBe('Copy')
})
