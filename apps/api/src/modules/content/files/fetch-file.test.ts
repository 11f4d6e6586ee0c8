import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, publicLookupWith } from '../../../http/public-address.ts'
import { fetchFile } from './fetch-file.ts'

/** A server on this machine; `origin` may be trusted or not. */
async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const from = (url: string, trustedOrigin = 'https://api.notion.com', signal = new AbortController().signal) =>
  buffer(fetchFile(url, { trustedOrigin, maxBytes: 1_000, signal }))

test('fetches a file from the workspace’s own origin, also a private one', async () => {
  const origin = await serve((_request, response) => response.end('bytes'))
  expect((await from(`${origin}/file`, origin)).toString()).toBe('bytes')
})

test.each([
  'http://127.0.0.1/x.png',
  'https://127.0.0.1/x.png',
  'https://127.1/x.png',
  'https://2130706433/x.png',
  'https://0x7f000001/x.png',
  'https://017700000001/x.png',
  'https://0.0.0.0/x.png',
  'https://10.0.0.8/x.png',
  'https://172.20.1.1/x.png',
  'https://192.168.1.1/x.png',
  'https://100.64.0.1/x.png',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/x.png',
  'https://[::]/x.png',
  'https://[::ffff:127.0.0.1]/x.png',
  'https://[fd00::1]/x.png',
  'https://[fe80::1]/x.png',
  'https://[64:ff9b::7f00:1]/x.png',
  'https://[2002:7f00:1::]/x.png',
  'https://localhost/x.png',
  'http://example.com/x.png',
  'https://example.com:8443/x.png',
  'ftp://example.com/x.png',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'not a URL',
])('sends no request to %s', async (url) => {
  await expect(from(url)).rejects.toMatchObject({ name: 'PageRefused', rule: 'file_address' })
})

test('the trusted origin may not redirect to other private IP addresses', async () => {
  const inner = await serve((_request, response) => response.end('secret'))
  const origin = await serve((_request, response) => response.writeHead(302, { location: `${inner}/secret` }).end())
  await expect(from(`${origin}/file`, origin)).rejects.toMatchObject({ rule: 'file_address' })
})

test('redirects are followed within the trusted origin, but not for ever', async () => {
  const origin = await serve((request, response) =>
    request.url === '/end'
      ? response.end('there')
      : response.writeHead(302, { location: request.url === '/start' ? '/end' : '/loop' }).end(),
  )
  expect((await from(`${origin}/start`, origin)).toString()).toBe('there')
  await expect(from(`${origin}/loop`, origin)).rejects.toMatchObject({ rule: 'file_address' })
})

test('stops reading a file that is too large, whatever its Content-Length', async () => {
  const origin = await serve((_request, response) => {
    const more = (): void => void (response.writable && response.write('x'.repeat(500), () => setImmediate(more)))
    more()
  })
  await expect(from(`${origin}/file`, origin)).rejects.toMatchObject({ rule: 'file_too_large' })
})

test('retries later after a server failed, broke off or was unreachable', async () => {
  const failing = await serve((_request, response) => response.writeHead(500).end())
  const breaking = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('x', () => response.destroy())
  })
  const silent = await serve((request) => void request.socket.destroy())
  for (const origin of [failing, breaking, silent]) {
    await expect(from(`${origin}/file`, origin)).rejects.toMatchObject({ rule: 'file_unreachable', mayPassLater: true })
  }
})

test('does not retry a missing file, but an upload whose URL expired', async () => {
  for (const [status, rule, mayPassLater] of [
    [404, 'file_gone', false],
    [410, 'file_gone', false],
    [401, 'file_gone', false],
    [403, 'file_unreachable', true],
    [503, 'file_unreachable', true],
  ] as const) {
    const origin = await serve((_request, response) => response.writeHead(status).end())
    await expect(from(`${origin}/file`, origin)).rejects.toMatchObject({ rule, mayPassLater })
  }
})

test('fetching ends with the run', async () => {
  const closing = new AbortController()
  const origin = await serve(() => closing.abort(new Error('closing')))
  await expect(from(`${origin}/file`, origin, closing.signal)).rejects.toThrow('closing')
})

test('tells public IP addresses from all others', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '192.167.0.1', '2606:4700::1111', '2a00:1450:4001::200e']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true])
  }
  for (const address of [
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '203.0.113.7',
    '2001:db8::1',
    '2001::1',
    'ff02::1',
    '::ffff:8.8.8.8',
    'x',
  ]) {
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  }
})

test('refuses a name with a private IP address, even beside public ones', async () => {
  const resolveTo = (...addresses: string[]) =>
    new Promise((resolve) => {
      const resolver = publicLookupWith((_name, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      )
      resolver('files.example.com', { all: true }, (error, found) => resolve(error ? error.name : found))
    })
  expect(await resolveTo('8.8.8.8', '2606:4700::1111')).toHaveLength(2)
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1']) {
    expect(await resolveTo(address)).toBe('PrivateAddress')
    expect(await resolveTo('8.8.8.8', address)).toBe('PrivateAddress')
  }
  expect(await resolveTo()).toBe('PrivateAddress')
})
