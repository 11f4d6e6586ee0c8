import { expect, test, vi } from 'vitest'
import { runScenario } from './scenario.ts'

test('a scenario prints its measurements and failures, and an error counts as one', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
  const failures = await runScenario(
    {
      name: 'disk-full',
      fault: 'The disk is full',
      expected: 'Nothing is lost',
      run: async (fixture, findings) => {
        findings.record('lost', 12)
        findings.expect(fixture === 'academy', 'another fixture')
        findings.expect(false, 'data is lost')
        throw new Error('no disk')
      },
    },
    'academy',
  )
  const lines = log.mock.calls.flat()
  log.mockRestore()
  expect(failures).toBe(2)
  expect(lines).toContain('    lost: 12')
  expect(lines.filter((line) => line.startsWith('    failed: '))).toEqual([
    '    failed: data is lost',
    '    failed: the scenario was aborted: no disk',
  ])
})
