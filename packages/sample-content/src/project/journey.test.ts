import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { json, text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { boardOf, freePort } from '../testing/board.ts'

type Order = { address: string; sent: Record<string, unknown> }

/** Starts a server that answers as a WebDriver whose browser shows everything. Returns its address and the orders that it received. */
async function startDriver() {
  const orders: Order[] = []
  const driver = createServer(async (request, response) => {
    if (request.method === 'POST') orders.push({ address: request.url ?? '', sent: (await json(request)) as Order['sent'] })
    response.end(JSON.stringify({ value: { sessionId: 's', 'element-6066-11e4-a52e-4f735466cecf': 'e' } }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void driver.close())
  await once(driver, 'listening')
  return { orders, DRIVER: `http://127.0.0.1:${(driver.address() as AddressInfo).port}` }
}

/** The system keeps an ended process in its group until it has reaped it, which takes seconds. */
const UNTIL_REAPED = { timeout: 60_000, interval: 100 }

/** Runs the journey in a process group of its own, so that the group shows whether the board's server still runs. */
async function runJourney(session: string, DRIVER: string) {
  const folder = boardOf(session)
  const TMPDIR = path.join(path.dirname(folder), 'temporary')
  mkdirSync(TMPDIR)
  const child = spawn(process.execPath, ['journey.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, DRIVER, FORCE_COLOR: '0', TMPDIR },
    detached: true,
  })
  const isRunning = () => {
    try {
      return process.kill(-(child.pid ?? 0), 0)
    } catch {
      return false
    }
  }
  onTestFinished(() => void (isRunning() && process.kill(-(child.pid ?? 0))))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { status: child.exitCode, stdout, stderr, isRunning, left: readdirSync(TMPDIR) }
}

describe.each(['10', '12', '13'])('EDITION-01 the journey of the board after session %s', (session) => {
  test('takes Ana through her Friday, stops its server and deletes its folder', async () => {
    const { DRIVER } = await startDriver()
    const { status, stdout, stderr, isRunning, left } = await runJourney(session, DRIVER)
    expect({ status, stdout, stderr, left }).toEqual({ status: 0, stdout: 'green\n', stderr: '', left: [] })
    await vi.waitFor(() => expect(isRunning()).toBe(false), UNTIL_REAPED)
  })

  test('sets the day in one way for all browsers and languages', async () => {
    const { orders, DRIVER } = await startDriver()
    await runJourney(session, DRIVER)
    const element = { 'element-6066-11e4-a52e-4f735466cecf': 'e' }
    expect(orders).toContainEqual({
      address: '/session/s/execute/sync',
      sent: { script: 'arguments[0].value = arguments[1]', args: [element, '2026-03-06'] },
    })
  })

  test('stops its server and deletes its folder when there is no driver', async () => {
    const { status, stderr, isRunning, left } = await runJourney(session, `http://127.0.0.1:${await freePort()}`)
    expect({ status, left }).toEqual({ status: 1, left: [] })
    expect(stderr).toContain('fetch failed')
    await vi.waitFor(() => expect(isRunning()).toBe(false), UNTIL_REAPED)
  })
})
