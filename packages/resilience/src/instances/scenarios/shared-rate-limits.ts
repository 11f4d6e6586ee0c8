import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type Scenario } from '../scenario.ts'
import { PUBLIC_LIMIT } from '../two-instances.ts'

/** A caller who asks both in turns gets what the limit says, not twice that. */
export const sharedRateLimits: Scenario = {
  name: 'limits are counted together',
  run: async ({ balancer }, report) => {
    let allowed = 0
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    for (let asked = 0, refused = 0; refused < 20 && asked < 3 * PUBLIC_LIMIT; asked += 1) {
      const { status } = await ask(`${balancer.url}/api/nothing`, { headers })
      if (status === 429) refused += 1
      else allowed += 1
      await sleep(20)
    }
    report.tell(`a limit of ${PUBLIC_LIMIT} a minute let ${allowed} through two instances (counted apart it would be ${2 * PUBLIC_LIMIT})`)
    report.expect(allowed >= PUBLIC_LIMIT, 'it refuses too early')
    report.expect(allowed < 1.5 * PUBLIC_LIMIT, 'each counts for itself')
  },
}
