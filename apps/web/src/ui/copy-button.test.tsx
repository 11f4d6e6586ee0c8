import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'
import { toastStore } from './toast.ts'

const writeText = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  vi.useFakeTimers()
  writeText.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { clipboard: { writeText }, platform: 'Linux x86_64' })
})

const press = () => act(async () => void fireEvent.click(screen.getByRole('button')))
const toastTexts = () => toastStore.get().map(({ title, description }) => `${title}: ${description}`)
const label = () => screen.getByRole('button').textContent

test('TUT-21 copies, shows and announces Copied! for two seconds, then shows its label again', async () => {
  render(
    <CopyButton text={() => 'the prompt'} source={() => null}>
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

test('TUT-21 restarts the two seconds on a second press', async () => {
  render(<CopyButton text="x" source={() => null} />)
  await press()
  await act(() => vi.advanceTimersByTimeAsync(1500))
  await press()
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect(label()).toBe('Copied!')
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(label()).toBe('Copy')
})

test.each([
  ['Linux x86_64', 'Ctrl+C'],
  ['Win32', 'Ctrl+C'],
  ['MacIntel', 'Cmd+C'],
  ['iPhone', 'Cmd+C'],
])('A11Y-08 when the clipboard refuses, the text is selected and the button names the keys: on %s %s', async (platform, keys) => {
  vi.stubGlobal('navigator', { clipboard: { writeText }, platform })
  writeText.mockRejectedValue(new Error('not allowed'))
  render(
    <>
      <p>Before</p>
      <div data-testid="text">
        Write a <strong>brief</strong>.
      </div>
      <CopyButton text="x" source={() => screen.getByTestId('text')} subject="the code" />
    </>,
  )
  await press()
  expect(toastTexts()).toEqual(['Copy failed: Could not copy the code to clipboard'])
  expect(getSelection()?.getRangeAt(0).toString().trim()).toBe('Write a brief.')
  expect([label(), screen.getByRole('status').textContent]).toEqual([`Press ${keys}`, `The text is selected. Press ${keys} to copy it.`])
  await act(() => vi.advanceTimersByTimeAsync(9000))
  expect([label(), screen.getByRole('status').textContent]).toEqual(['Copy', ''])
})

test('shows no outcome when the clipboard fails and there is no text to select', async () => {
  writeText.mockRejectedValue(new Error('not allowed'))
  render(<CopyButton text="x" source={() => null} />)
  await press()
  expect([toastTexts(), label(), screen.getByRole('status').textContent]).toEqual([[], 'Copy', ''])
})
