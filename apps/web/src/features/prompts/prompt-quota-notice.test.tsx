import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { samplePrompt } from '../../testing/mock-prompts.ts'
import { PromptQuotaNotice } from './prompt-quota-notice.tsx'

const renderNotice = (count: number, content = 'x') =>
  render(<PromptQuotaNotice prompts={Array.from({ length: count }, (_, index) => samplePrompt(`p${index}`, { content }))} />)

test.each([
  [899, undefined],
  [960, 'Room for 40 more'],
  [1000, 'You have 1,000 prompts'],
])('with %i prompts, shows the remaining room when little is left: %s', (count, text) => {
  renderNotice(count)
  expect(screen.queryByText(/^(Room for|You have 1,000 prompts$)/)?.textContent).toBe(text)
})

test('warns when the total length comes near its limit', () => {
  renderNotice(95, 'x'.repeat(50_000))
  expect(screen.getByText(/^Room for 24\d,\d{3} characters more$/)).toBeTruthy()
})
