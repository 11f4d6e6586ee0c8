import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePorts, requireFreePorts } from './ports.ts'

test('names a taken port, its purpose, and how to choose other ports', async () => {
  const other = createServer()
  const port = await findFreePorts()
  await new Promise<void>((resolve) => other.listen(port + 1, '127.0.0.1', resolve))
  try {
    await expect(requireFreePorts({ web: port, api: port + 1 })).rejects.toThrow(
      new RegExp(`This port is in use: ${port + 1} \\(api\\)[^]*ACADEMY_PORT=4000`),
    )
  } finally {
    other.close()
  }
})

test('accepts free ports', async () => {
  const port = await findFreePorts()
  await expect(requireFreePorts({ web: port, smtp: port + 4 })).resolves.toBeUndefined()
})
