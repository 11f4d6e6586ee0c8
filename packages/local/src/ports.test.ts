import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { findFreePorts, requireFreePorts } from './ports.ts'

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))

test.each(['127.0.0.1', '0.0.0.0', ...(hasIPv6 ? ['::1', '::'] : [])])(
  'names a port that is taken on %s, its purpose, and how to choose others',
  async (host) => {
    const other = createServer()
    const ports = await findFreePorts()
    await new Promise<void>((resolve) => other.listen({ host, port: ports.api, ipv6Only: true }, resolve))
    try {
      await expect(requireFreePorts(ports)).rejects.toThrow(new RegExp(`This port is in use: ${ports.api} \\(api\\)[^]*ACADEMY_PORT=4000`))
    } finally {
      other.close()
    }
  },
)

test('accepts free ports', async () => {
  await expect(requireFreePorts(await findFreePorts())).resolves.toBeUndefined()
})
