import { fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { noteRequest } from '../api/last-request.ts'
import { lookAgain } from '../api/reachability.ts'
import { expectConsole } from '../testing/console-watch.ts'
import { CrashGuard } from './crash-guard.tsx'

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
      <CrashGuard>
        <Routes>
          <Route path="/fragile" element={<Fragile />} />
          <Route path="/sound" element={<h1>Sound page</h1>} />
        </Routes>
      </CrashGuard>
    </MemoryRouter>,
  )
}

beforeEach(() => {
  failure = 'broken page'
})

test('a page that breaks says so in one heading, with two ways on, and takes nothing else along', () => {
  open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page stopped working')
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'Sound' })).toBeTruthy()
})

test('it says what to tell support: the newest request, and the time', () => {
  noteRequest(new Headers({ 'x-request-id': 'request-7' }))
  open()
  expect(screen.getByRole('alert').textContent).toMatch(/tell support what you did, and this: request-7, \d{4}-\d\d-\d\dT[\d:.]+Z/)
})

test('a page whose code did not arrive waits for the connection, and then loads by itself', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  let status = 503
  vi.stubGlobal('fetch', async () => Response.json({}, { status }))
  failure = 'Failed to fetch dynamically imported module: /assets/page.js'
  open(/dynamically imported/)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page could not be loaded')
  await lookAgain()
  expect(reload).not.toHaveBeenCalled()
  status = 200
  await lookAgain()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('trying again draws the page anew', () => {
  open()
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Whole again')
})

test('another page leaves the error behind', () => {
  open()
  fireEvent.click(screen.getByRole('link', { name: 'Sound' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sound page')
})
