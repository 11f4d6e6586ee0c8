import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { analytics } from './analytics.ts'
import { ConsentBanner } from './consent-banner.tsx'

test.each(['No', 'Yes'])('R-16 "%s" moves the focus to the page heading, because the question disappears', async (answer) => {
  const consent = vi.spyOn(analytics, 'consent').mockReturnValue('asking')
  vi.spyOn(analytics, 'answer').mockImplementation(() => void consent.mockReturnValue('off'))
  const page = () => (
    <>
      <h1 tabIndex={-1}>Settings</h1>
      <ConsentBanner />
    </>
  )
  const { rerender } = render(page())
  const button = screen.getByRole('button', { name: answer })
  button.focus()
  fireEvent.click(button)
  await act(async () => rerender(page()))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})
