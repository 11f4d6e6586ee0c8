import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, METHODS, request } from 'node:http'
import { connect } from 'node:net'
import { type ApiErrorBody, apiError } from '@academy/contract'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { unexpectedLines } from '../testing/unexpected-lines.ts'

const { app, signIn, logs } = await buildTestApp()
const headers = await signIn()
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

/** Expects that a response is the error body without other fields, and returns it. */
function errorOf(response: LightMyRequestResponse, status: number): ApiErrorBody {
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-store')
  const body = apiError.strict().parse(response.json())
  expect(body.error).toBe(body.message)
  expect(body.request_id).toBe(response.headers['x-request-id'])
  return body
}

const put = (options: InjectOptions) =>
  app.inject({ method: 'PUT', url: '/api/accounts/profile', ...options, headers: { ...headers, ...options.headers } })
const json = { 'content-type': 'application/json' }

describe('D-111 every error has the contract’s body', () => {
  test.each([
    ['cut JSON', '{"first_name":'],
    ['nothing', ''],
    ['plain text', 'hello'],
    ['a prototype key', '{"__proto__":{"isAdmin":true}}'],
    ['a hidden prototype key', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ])('malformed body, %s: 400', async (_, payload) => {
    expect(errorOf(await put({ headers: json, payload }), 400).code).toBe('invalid_request')
    expect(Object.prototype).not.toHaveProperty('isAdmin')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'nonsense', ''])(
    'content type %j: 415',
    async (type) => {
      expect(errorOf(await put({ headers: { 'content-type': type }, payload: '{}' }), 415).code).toBe('unsupported_media_type')
    },
  )

  test('responds with 413 for a body over 512 kB, and validates one below', async () => {
    const filler = (bytes: number) => JSON.stringify({ first_name: 'a'.repeat(bytes) })
    expect(errorOf(await put({ headers: json, payload: filler(512 * 1024) }), 413).code).toBe('too_large')
    expect(errorOf(await put({ headers: json, payload: filler(500 * 1024) }), 400).message).toBe(
      'First name must be at most 100 characters.',
    )
  })

  test('EDGE-13 responds with 413 for a body over 32 kB at a public endpoint, and accepts the longest statement', async () => {
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
    const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, key) => [key, 1]))
    const error = errorOf(await post('/api/device-logins/token', keys), 413)
    expect(error).toMatchObject({ code: 'too_large', message: 'The request body is larger than 32 kB. Send less at once.' })
    const escaped = (characters: number) => '\u0001'.repeat(characters)
    const statement = { id: randomUUID(), name: 'a'.repeat(200), order_number: 'a'.repeat(200), remark: escaped(2_000) }
    expect((await post('/api/withdrawals', { ...statement, email: 'ada@example.test', offer: 'studio' })).statusCode).toBe(201)
  })

  test.each([
    ['Latin-1', 'latin1'],
    ['UTF-16', 'utf16le'],
  ] as const)('EDGE-15 responds with 400 for JSON in %s, whose letters would be lost', async (_, encoding) => {
    const profile = JSON.stringify({ first_name: 'Zoë', last_name: 'Müller', job_title: 'Designer' })
    const error = errorOf(await put({ headers: json, payload: Buffer.from(profile, encoding) }), 400)
    expect(error).toMatchObject({ code: 'invalid_request', message: 'The request body is not in UTF-8. Send it in UTF-8.' })
    expect((await put({ headers: json, payload: Buffer.from(`\ufeff${profile}`) })).statusCode).toBe(200)
  })

  test('EDGE-17 responds with 400 for half of a surrogate pair, which would be stored as another character', async () => {
    const profile = { first_name: 'Zo\ud83e', last_name: '🦊', job_title: 'Designer' }
    const message = 'first_name has half of a character, such as an emoji that was cut. Remove it, or send it whole.'
    expect(errorOf(await put({ payload: profile }), 400)).toMatchObject({
      code: 'invalid_request',
      message,
      fields: { first_name: message },
    })
    expect(errorOf(await put({ headers: json, payload: '{"a\\uD800": [1]}' }), 400).fields).toHaveProperty('body')
    expect((await put({ headers: json, payload: JSON.stringify(profile).replace('\\ud83e', '\\ud83e\\udd8a') })).statusCode).toBe(200)
  })

  test('accepts DELETE with the content type of an empty body, as some clients send it', async () => {
    const empty = { ...headers, ...json, 'content-length': '0' }
    expect((await app.inject({ method: 'DELETE', url: '/api/tokens', headers: empty })).statusCode).toBe(204)
  })

  test('responds with 400 for deeply nested JSON', async () => {
    const depth = 80_000
    for (const payload of [`${'['.repeat(depth)}${']'.repeat(depth)}`, `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`]) {
      expect(errorOf(await put({ headers: json, payload }), 400).code).toBe('invalid_request')
    }
  })

  test('responds with 400 for unknown fields, and names some of them', async () => {
    const refused = errorOf(await put({ payload: { first_name: 'A', last_name: 'B', job_title: 'C', toString: 'x' } }), 400)
    expect(refused.message).toBe('Unknown field: toString.')
    expect(refused.fields).toEqual({ toString: 'This field is not known here.' })
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field-${index}`, 1]))
    expect(Object.keys(errorOf(await put({ payload: many }), 400).fields ?? {}).length).toBeLessThanOrEqual(20)
  })

  test('responds with 400 for a body that is not an object', async () => {
    for (const payload of ['null', '[]', '1', '"text"', 'true']) {
      expect(errorOf(await put({ headers: json, payload }), 400).message).toBe('The body must be a JSON object.')
    }
  })

  test('responds with 404 for an unknown path', async () => {
    for (const url of [
      '/',
      '/api',
      '/api/',
      '/api/nothing',
      '/API/HEALTH',
      '/api/health/',
      '//api/health',
      '/.env',
      '/api/accounts/context/x',
    ]) {
      expect(errorOf(await app.inject({ url, headers }), 404).code).toBe('not_found')
    }
  })

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'an unknown path: 404 for %s, however it is written',
    async (method) => {
      for (const url of [
        '/api/nothing',
        '/api/nothing/',
        '/api//nothing',
        '/api/nothing?x=/',
        '/api/health%2F',
        '/api/%68ealth/',
        '/%61pi/x',
      ]) {
        const response = await fetch(new URL(url, origin), { method })
        expect([url, response.status, response.headers.get('content-type')]).toEqual([url, 404, 'application/json; charset=utf-8'])
        const text = await response.text()
        if (method === 'HEAD') expect(text).toBe('')
        else expect(apiError.strict().parse(JSON.parse(text)).code).toBe('not_found')
      }
    },
  )

  test('responds with 405 for a wrong method, with the allowed ones', async () => {
    const response = await app.inject({ method: 'DELETE', url: '/api/accounts/context?x=1' })
    expect(errorOf(response, 405).code).toBe('method_not_allowed')
    expect(response.headers.allow).toBe('GET, HEAD')
    expect((await app.inject({ method: 'GET', url: '/api/accounts' })).headers.allow).toBe('POST')
  })

  test.each(METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method)))(
    'EDGE-03 an unknown method, %s: 405 whatever its body is, 404 where no method is known',
    async (method) => {
      for (const type of [undefined, 'text/plain', 'application/json']) {
        const body = type === undefined ? {} : { payload: 'no JSON', headers: { ...headers, 'content-type': type } }
        const sent = { method: method as 'PATCH', ...body }
        const response = await app.inject({ ...sent, url: '/api/accounts/context' })
        expect(errorOf(response, 405).code).toBe('method_not_allowed')
        expect(response.headers.allow).toBe('GET, HEAD')
        errorOf(await app.inject({ ...sent, url: '/api/nothing' }), 404)
      }
    },
  )

  test.each(['/api/accounts/%', '/api/%ff', '/api/%c3%28', '/api/accounts/context%', '/%E0%A4%A', '/api/%2e%2e/%'])(
    'an encoding that cannot be read, %s: 400 or 404',
    async (url) => {
      const response = await app.inject({ url, headers })
      expect([400, 404]).toContain(response.statusCode)
      errorOf(response, response.statusCode)
    },
  )

  test('responds with 404 for a very long path', async () => {
    expect(errorOf(await app.inject({ url: `/api/${'x'.repeat(8_000)}`, headers }), 404).code).toBe('not_found')
  })
})

describe('internal errors', () => {
  test('ERR: responds with 500 with a request id for a bug, and reveals nothing of it', async () => {
    const { app: broken, owner, signIn: signInThere, logs: brokenLogs } = await buildTestApp()
    await owner`alter table accounts rename column deal to was_deal`
    const response = await broken.inject({ url: '/api/accounts/context', headers: await signInThere({ email: 'ada@example.test' }) })
    const body = errorOf(response, 500)
    expect(body).toEqual({
      success: false,
      error: 'Something went wrong on our side. Please try again.',
      message: 'Something went wrong on our side. Please try again.',
      code: 'internal',
      request_id: body.request_id,
    })
    const line = brokenLogs.map((text) => JSON.parse(text)).find((entry) => entry.request_id === body.request_id)
    expect(line).toMatchObject({ level: 50, err: { cause: { code: '42703' } } })
    expect(brokenLogs.join()).not.toContain('ada@example.test')
  })

  test('ERR: responds with 503 with Retry-After without the database', async () => {
    const { app: alone, signIn: signInThere } = await buildTestApp({ env: { DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' } })
    const response = await alone.inject({ url: '/api/accounts/context', headers: await signInThere() })
    expect(errorOf(response, 503).code).toBe('unavailable')
    expect(response.headers['retry-after']).toBe('5')
  })

  test('responds with 500 instead of a response that does not match the contract', async () => {
    const { app: drifted, owner, signIn: signInThere } = await buildTestApp()
    const headers = await signInThere()
    await drifted.inject({ url: '/api/accounts/context', headers })
    await owner`alter table accounts alter column hide_bundle_deal drop not null, alter column hide_bundle_deal drop default`
    await drifted.sql`update accounts set hide_bundle_deal = null`
    expect(errorOf(await drifted.inject({ url: '/api/accounts/context', headers }), 500).code).toBe('internal')
  })
})

test('EDGE-22 malformed HTTP, too many headers and several hosts get the error body, too', async () => {
  const { port } = app.server.address() as { port: number }
  const send = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('close', () => resolve(received))
      socket.on('error', reject)
    })
  for (const [bytes, status] of [
    ['nonsense\r\n\r\n', '400 Bad Request'],
    ['GET /a\u0000b HTTP/1.1\r\n\r\n', '400 Bad Request'],
    ...['/api/health', '/nowhere'].map(
      (path) => [`GET ${path} HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n`, '400 Bad Request'] as const,
    ),
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
  ] as const) {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
    expect(apiError.strict().parse(JSON.parse(body)).code).toBe('invalid_request')
  }
})

test('EDGE-23 a client that leaves while it sends a body is no error in the log', async () => {
  const { port } = app.server.address() as { port: number }
  const { authorization } = await signIn()
  for (const line of ['PUT /api/accounts/profile', 'POST /api/accounts']) {
    const arriving = once(app.server, 'request')
    const head = [`${line} HTTP/1.1`, 'host: x', `authorization: ${authorization}`, 'content-type: application/json', 'content-length: 100']
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n{"`))
    const [received] = (await arriving) as [IncomingMessage]
    await expect.poll(() => received.listenerCount('data'), { message: 'the API reads the body' }).toBeGreaterThan(0)
    const closing = new Promise((resolve) => received.once('close', resolve))
    socket.destroy()
    await closing
  }
  await app.inject('/api/health')
  expect(unexpectedLines(logs)).toEqual([])
})

test('logs no errors for refused requests', () => {
  expect(unexpectedLines(logs)).toEqual([])
})

test.each([
  ['of known length', { 'content-length': String(10 * 1024 * 1024) }],
  ['sent in chunks', {}],
])('a client that sends ten megabytes with `connection: close`, in a body %s, receives its 413', async (_, length) => {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const all = { ...headers, ...json, ...length, connection: 'close' }
  const sending = request(`${origin}/api/accounts/profile`, { method: 'PUT', agent: false, headers: all }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode))
  })
  sending.on('error', reject)
  // Exceeds all buffers together, so that a connection that closes early would lose the response.
  const piece = Buffer.alloc(1024 * 1024, 'a')
  for (let sent = 0; sent < 10; sent += 1) sending.write(piece)
  sending.end()
  expect(await promise).toBe(413)
})
