import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockContentAdmin } from '../../testing/mock-content-admin.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'

const PICTURES = path.join(import.meta.dirname, 'pictures')
/** All pictures together load as fast as one photograph. */
const MAX_BYTES = 400_000

test('GUIDE-01 the Content page leads to the guide, which has a section for everything that its contents name', async () => {
  mockContentAdmin()
  const router = await renderSignedIn('/admin/content')
  fireEvent.click(await screen.findByRole('link', { name: 'Guide for authors' }))
  const contents = within(await screen.findByRole('navigation', { name: 'Contents' })).getAllByRole('link')
  expect(router.path).toBe('/author-guide')
  expect(contents.length).toBeGreaterThan(6)
  for (const entry of contents) {
    const id = entry.getAttribute('href')?.slice(1) ?? ''
    expect(document.getElementById(id)?.textContent).toBe(entry.textContent)
  }
})

test('GUIDE-01 the guide shows every picture with a description, in its own proportions, and the files stay small', async () => {
  mockContentAdmin()
  await renderSignedIn('/author-guide')
  await screen.findByRole('heading', { level: 1, name: 'Guide for authors' })
  const shown = screen.getAllByRole<HTMLImageElement>('img')
  const files = readdirSync(PICTURES)
  expect(shown.map(fileOf).toSorted()).toEqual(files.toSorted())
  for (const picture of shown) {
    expect(picture.alt.length, fileOf(picture)).toBeGreaterThan(30)
    const { width, height } = sizeOfWebp(readFileSync(path.join(PICTURES, fileOf(picture))))
    expect(picture.width / picture.height, fileOf(picture)).toBeCloseTo(width / height, 2)
  }
  expect(files.reduce((sum, file) => sum + statSync(path.join(PICTURES, file)).size, 0)).toBeLessThan(MAX_BYTES)
})

const fileOf = (picture: HTMLImageElement) => path.basename(picture.getAttribute('src') ?? '')

/** The size in the header of an extended WebP file, which is what Chromium writes. */
function sizeOfWebp(file: Buffer) {
  expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8X')
  return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
}

test('GUIDE-01 PUBLIC-01 PUBLIC-03 the guide says what visitors may read without an account', async () => {
  mockContentAdmin()
  await renderSignedIn('/author-guide')
  expect(await screen.findByText(/^Everyone may read it, also without an account\. All tutorials of a free session/)).toBeTruthy()
  expect(screen.getByText(/^Everyone may read its prompt on the welcome page, also without an account\./)).toBeTruthy()
})

test('GUIDE-01 the guide says that a diagram that cannot be copied causes a warning, and no refusal', async () => {
  mockContentAdmin()
  await renderSignedIn('/author-guide')
  expect(await screen.findByText(/a tutorial is shown without its diagram/)).toBeTruthy()
  expect(screen.queryByText('The diagram cannot be shown')).toBeNull()
})

test('GUIDE-03 the guide says how to make a clip, and what takes a prompt off the list “Never tried”', async () => {
  mockContentAdmin()
  await renderSignedIn('/author-guide')
  const clip = (await screen.findByRole('region', { name: 'How to make a clip' })).textContent
  for (const words of ['WEBVTT', '00:06.500 --> 00:14.000', '25 MB', '“Poster”']) expect(clip).toContain(words)
  const tried = screen.getByRole('region', { name: 'Prompts that were never tried' }).textContent
  for (const words of ['“Never tried”', '“Tried with” and “Tried on”']) expect(tried).toContain(words)
})
