import { fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { expectConsole } from '../testing/console-watch.ts'
import { CrashGuard } from './crash-guard.tsx'

let broken = true

function Fragile() {
  if (broken) throw new Error('broken page')
  return <h1>Whole again</h1>
}

const open = () => {
  broken = true
  expectConsole('error', /broken page/)
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

test('a page that breaks says so in one heading, with two ways on, and takes nothing else along', () => {
  open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page stopped working')
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'Sound' })).toBeTruthy()
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
