import { fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { checkReachability } from '../api/reachability.ts'
import { recordRequestId } from '../api/request-id.ts'
import { expectConsole } from '../testing/capture-console.ts'
import { ErrorBoundary } from './error-boundary.tsx'

let broken = true
let failure = 'broken page'

function Fragile() {
  if (broken) throw new Error(failure)
  return <h1>Whole again</h1>
}

const open = (words = /broken page/) => {
  broken = true
  expectConsole('error', words)
  expectConsole('warn', /broken page|error boundary/i)
  render(
    <MemoryRouter initialEntries={['/fragile']}>
      <nav>
        <Link to="/sound">Sound</Link>
      </nav>
      <ErrorBoundary>
        <Routes>
          <Route path="/fragile" element={<Fragile />} />
          <Route path="/sound" element={<h1>Sound page</h1>} />
        </Routes>
      </ErrorBoundary>
    </MemoryRouter>,
  )
}

beforeEach(() => {
  failure = 'broken page'
})

test('replaces a broken page by one heading and two actions, and keeps the rest', () => {
  open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page stopped working')
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'Sound' })).toBeTruthy()
})

test('shows the latest request id and the time for support', () => {
  recordRequestId(new Headers({ 'x-request-id': 'request-7' }))
  open()
  expect(screen.getByRole('alert').textContent).toMatch(/Send support this: request-7, \d{4}-\d\d-\d\dT[\d:.]+Z/)
})

test('reloads a page with a missing chunk once the connection is back', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  let status = 503
  vi.stubGlobal('fetch', async () => Response.json({}, { status }))
  failure = 'Failed to fetch dynamically imported module: /assets/page.js'
  open(/dynamically imported/)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe("We couldn't load this page")
  await checkReachability()
  expect(reload).not.toHaveBeenCalled()
  status = 200
  await checkReachability()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('renders the page again on retry', () => {
  open()
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Whole again')
})

test('resets on navigation', () => {
  open()
  fireEvent.click(screen.getByRole('link', { name: 'Sound' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sound page')
})
