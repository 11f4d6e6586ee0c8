import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

/** Loads the component again, because it reads the settings once. */
async function renderPart(below: 'page' | 'sign-up', settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  vi.resetModules()
  const { LegalPart } = await import('./legal-part.tsx')
  return render(<LegalPart below={below} />)
}

test('SELLER-01 links to the legal pages that the seller has', async () => {
  await renderPart('page', { VITE_TERMS_URL: 'https://seller.example/terms', VITE_IMPRINT_URL: 'https://seller.example/imprint' })
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Imprint', 'https://seller.example/imprint'],
    ['Terms', 'https://seller.example/terms'],
    ['Withdraw from contract here', '/withdraw'],
    ['Cancel contract here', '/withdraw#cancel'],
  ])
})

test('SELLER-27 links to withdrawal and cancellation also where the seller has no pages', async () => {
  await renderPart('page', {})
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Withdraw from contract here', '/withdraw'],
    ['Cancel contract here', '/withdraw#cancel'],
  ])
})

test('SELLER-01 names the terms of a new account, and the privacy policy', async () => {
  const pages = { VITE_TERMS_URL: 'https://seller.example/terms', VITE_PRIVACY_URL: 'https://seller.example/privacy' }
  const { container } = await renderPart('sign-up', pages)
  await screen.findByRole('link', { name: 'terms' })
  expect(container.textContent).toBe('By creating an account you agree to the terms. What happens with your data is in the privacy policy.')
})
