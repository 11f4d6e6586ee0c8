import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { RequestDurations } from './request-durations.ts'

test('each bucket holds all shorter requests as well, +Inf all of them', async () => {
  const registry = new Registry()
  const durations = new RequestDurations(registry)
  for (const seconds of [0.001, 0.002, 0.02, 3, 60]) durations.observe('GET', '/api/a', 200, seconds)
  durations.observe('GET', '/api/a', 404, 0.3)
  durations.observe('HEAD', '/api/a', 200, 0.3)

  const lines = (await registry.metrics()).split('\n')
  const shown = (name: string, labels: string) =>
    lines
      .find((line) => line.startsWith(`http_request_duration_seconds_${name}{`) && line.includes(labels))
      ?.split(' ')
      .at(-1)
  const good = 'method="GET",route="/api/a",status="200"'
  const bucket = (le: string) =>
    Number(
      lines
        .find((line) => line.includes(`le="${le}"`) && line.includes(good))
        ?.split(' ')
        .at(-1),
    )
  expect(lines).toContain('# TYPE http_request_duration_seconds histogram')
  expect(['0.002', '0.005', '0.025', '1', '2.5', '10', '+Inf'].map(bucket)).toEqual([2, 2, 3, 3, 3, 4, 5])
  expect(shown('count', good)).toBe('5')
  expect(Number(shown('sum', good))).toBeCloseTo(63.023)
  expect(shown('count', 'method="GET",route="/api/a",status="404"')).toBe('1')
  expect(shown('count', 'method="HEAD"')).toBe('1')
})
