import { CommandError } from '@academy/operator'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('five ports in a row follow from ACADEMY_PORT, 3000 by default', () => {
  expect(readSettings({}).ports).toEqual({ web: 3000, api: 3001, standins: 3002, postgres: 3003, smtp: 3004 })
  expect(readSettings({ ACADEMY_PORT: '4000' }).ports.smtp).toBe(4004)
})

test.each([
  [{ ACADEMY_PORT: 'http' }, 'ACADEMY_PORT must be a port number.'],
  [{ ACADEMY_PORT: '80' }, 'ACADEMY_PORT must be at least 1024.'],
  [{ ACADEMY_PORT: '65535' }, 'ACADEMY_PORT must leave room for four more ports: at most 65531.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
])('a wrong setting is refused with its name and what to do: %j', (env, message) => {
  expect(() => readSettings(env)).toThrow(new CommandError(message))
})
