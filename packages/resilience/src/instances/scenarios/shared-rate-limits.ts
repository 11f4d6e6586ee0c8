import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from '../../send-request.ts'
import { type InstancesScenario, PUBLIC_LIMIT } from '../two-instances.ts'

/** Both instances share one counter, so that a caller who alternates between them does not get twice the limit. */
export const sharedRateLimits: InstancesScenario = {
  name: 'both instances share the rate limits',
  run: async ({ balancer }, findings) => {
    let allowed = 0
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    for (let sent = 0, refused = 0; refused < 20 && sent < 3 * PUBLIC_LIMIT; sent += 1) {
      const { status } = await sendRequest(`${balancer.url}/api/nothing`, { headers })
      if (status === 429) refused += 1
      else allowed += 1
      await sleep(20)
    }
    findings.record(`requests that two instances served, with a limit of ${PUBLIC_LIMIT} a minute`, allowed)
    findings.expect(allowed >= PUBLIC_LIMIT, 'the limit refuses requests too early')
    findings.expect(allowed < 1.5 * PUBLIC_LIMIT, 'each instance has its own counter')
  },
}
