import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { boardOf, createSession, KEYS, node, serve } from '../testing/board.ts'

const SERVER_SESSIONS = ['08', '09', '12', '13']

/** Returns the header with which the mail service signs a message. */
function signed(body: string, key = KEYS.MAIL_KEY) {
  const seconds = Math.floor(Date.now() / 1000)
  return { 'x-signature': `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}` }
}

test.each(SERVER_SESSIONS)('EDITION-01 server.js of session %s reads a letter that arrives in two parts', async (session) => {
  const folder = boardOf(session)
  const board = await serve(folder)
  const body = JSON.stringify({ messageId: 'm1', type: 'mail.received', mailId: '1', text: 'Refund for José', date: '2026-03-03' })
  const bytes = Buffer.from(body)
  const middle = bytes.indexOf('é') + 1
  const message = request(`${board}/mails`, { method: 'POST', headers: signed(body) })
  message.write(bytes.subarray(0, middle))
  // usually two parts for the server; on a busy machine they may arrive as one, which it must read as well
  await sleep(200)
  message.end(bytes.subarray(middle))
  const [response] = (await once(message, 'response')) as [IncomingMessage]
  expect(response.resume().statusCode).toBe(200)
  const db = new DatabaseSync(path.join(folder, 'notes.db'), { readOnly: true })
  const notes = db.prepare('SELECT text FROM notes').all()
  db.close()
  expect(notes).toEqual([{ text: 'Refund for José' }])
})

test.each(SERVER_SESSIONS)('EDITION-01 server.js of session %s answers 404 for an address longer than an agreed one', async (session) => {
  const folder = boardOf(session)
  const cookie = session === '08' ? '' : `session=${await createSession(folder)}`
  const board = await serve(folder)
  const ask = (method: string, address: string, sent: object) =>
    fetch(board + address, { method, headers: { cookie }, body: JSON.stringify(sent) })
  const note = { text: 'The export is slow', source: 'call', date: '2026-03-02', topics: [] }
  const { id } = (await (await ask('POST', '/notes', note)).json()) as { id: string }
  const sent = { topics: ['export'] }
  expect((await ask('PUT', `/notes/${id}/topics/anything`, sent)).status).toBe(404)
  expect((await ask('PUT', `/notes/${id}/topics/`, sent)).status).toBe(404)
  expect((await ask('DELETE', `/notes/${id}/`, {})).status).toBe(404)
  expect(await (await ask('PUT', `/notes/${id}/topics`, sent)).json()).toMatchObject({ id, topics: ['export'] })
})

test.each(SERVER_SESSIONS)('EDITION-01 server.js of session %s checks the signature of a mail before it reads JSON', async (session) => {
  const folder = boardOf(session)
  const cookie = session === '08' ? '' : `session=${await createSession(folder)}`
  const board = await serve(folder)
  const body = 'not JSON'
  const send = (address: string, headers: Record<string, string>) => fetch(board + address, { method: 'POST', headers, body })
  expect((await send('/mails', {})).status).toBe(401)
  expect((await send('/mails', signed(body, 'guessed'))).status).toBe(401)
  for (const response of [await send('/mails', signed(body)), await send('/notes', { cookie })]) {
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ problem: { field: 'body', message: 'That is not JSON.' } })
  }
})

test.each(SERVER_SESSIONS)(
  'EDITION-26 the server of session %s hands out its page, with the style and the script that the page loads',
  async (session) => {
    const board = await serve(boardOf(session))
    const kinds = ['/', '/style.css', '/page.js'].map(async (address) => (await fetch(board + address)).headers.get('content-type'))
    expect(await Promise.all(kinds)).toEqual(['text/html', 'text/css', 'text/javascript'].map((kind) => `${kind}; charset=utf-8`))
    const page = await (await fetch(board)).text()
    expect(page).toContain('<link rel="stylesheet" href="style.css">')
  },
)

test.each(['12', '13'])('EDITION-01 every answer of session %s tells the browser what it may not do', async (session) => {
  const board = await serve(boardOf(session))
  for (const address of ['/', '/page.js', '/notes', '/signed-in?state=x']) {
    const { headers } = await fetch(board + address, { redirect: 'manual' })
    expect(headers.get('x-content-type-options'), address).toBe('nosniff')
    const policy = headers.get('content-security-policy')
    for (const part of ["default-src 'none'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"])
      expect(policy, address).toContain(part)
  }
})

test.each(SERVER_SESSIONS)('EDITION-01 server.js of session %s refuses a day before 2000', async (session) => {
  const folder = boardOf(session)
  const cookie = session === '08' ? '' : `session=${await createSession(folder)}`
  const board = await serve(folder)
  const save = (date: string) =>
    fetch(`${board}/notes`, { method: 'POST', headers: { cookie }, body: JSON.stringify({ text: 'x', source: 'call', date }) })
  expect((await save('0026-03-02')).status).toBe(400)
  expect((await save('1999-12-31')).status).toBe(400)
  expect((await save('2000-01-01')).status).toBe(201)
})

test('EDITION-27 the server of session 13 counts permitted requests by day, and keeps no person', async () => {
  const folder = boardOf('13')
  const headers = { cookie: `session=${await createSession(folder)}` }
  const board = await serve(folder)
  const body = JSON.stringify({ text: 'The export is slow', source: 'call', date: '2026-03-02', topics: [] })
  await fetch(`${board}/notes`, { headers })
  expect((await fetch(`${board}/notes`)).status).toBe(401)
  const { id } = (await (await fetch(`${board}/notes`, { method: 'POST', body, headers })).json()) as { id: string }
  await fetch(`${board}/notes/${id}/topics`, { method: 'PUT', body: '{"topics":["export"]}', headers })
  await fetch(`${board}/topics`, { headers })
  const { stdout } = await node(folder, ['usage.js'])
  expect(stdout.trim().split('\n')).toHaveLength(4)
  expect(stdout).toMatch(/\{"opened":1,"added":1,"corrected":1,"deleted":0\}\n$/)
  const kept = new DatabaseSync(path.join(folder, 'notes.db')).prepare('SELECT * FROM uses').all()
  expect(kept.flatMap((row) => Object.keys(row).join())).toEqual(Array.from({ length: 3 }, () => 'day,action,count'))
})
