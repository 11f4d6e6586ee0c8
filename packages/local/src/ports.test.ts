import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { findFreePorts, requireFreePorts } from './ports.ts'

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))

test.each(['127.0.0.1', '0.0.0.0', ...(hasIPv6 ? ['::1', '::'] : [])])(
  'names a port that is taken on %s, its purpose, and how to choose others',
  async (host) => {
    const other = createServer()
    const port = await findFreePorts()
    await new Promise<void>((resolve) => other.listen({ host, port: port + 1, ipv6Only: true }, resolve))
    try {
      await expect(requireFreePorts({ web: port, api: port + 1 })).rejects.toThrow(
        new RegExp(`This port is in use: ${port + 1} \\(api\\)[^]*ACADEMY_PORT=4000`),
      )
    } finally {
      other.close()
    }
  },
)

test('accepts free ports', async () => {
  const port = await findFreePorts()
  await expect(requireFreePorts({ web: port, smtp: port + 4 })).resolves.toBeUndefined()
})
