import { setTimeout as sleep } from 'node:timers/promises'
import { lostPrompts, putLoad } from '../load.ts'
import { inSeconds, type Scenario } from '../scenario.ts'

const HANDS = 8

/** Restarts the instances one after the other, as for a new version, without a failed request. */
export const rollingRestart: Scenario = {
  name: 'a rolling restart, without a failed request',
  run: async (environment, report) => {
    const load = await putLoad(environment, HANDS)
    await sleep(1_000)
    const took: number[] = []
    for (const one of environment.instances) {
      took.push(await one.end())
      await one.start()
      // Until the balancer has seen it, and sends it its part.
      await sleep(1_000)
    }
    const done = await load.stop()
    const lost = await lostPrompts(environment, done)
    report.tell(
      `${done.requests} requests of ${HANDS} at a time while both were restarted (${took.map(inSeconds).join(' and ')} to end): ${done.failed} failed, ${lost} of ${done.acknowledged.length} saved prompts lost`,
    )
    report.expect(done.failed === 0, `${done.failed} requests failed: ${JSON.stringify([...done.failures])}`)
    report.expect(done.acknowledged.length > 0 && lost === 0, 'saved prompts are lost')
  },
}
