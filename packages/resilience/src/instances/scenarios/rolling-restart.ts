import { setTimeout as sleep } from 'node:timers/promises'
import { lostPrompts, startLoad } from '../load.ts'
import type { InstancesScenario } from '../two-instances.ts'

const CONCURRENCY = 8

/** Restarts the instances one after the other, as for a new version, without a failed request. */
export const rollingRestart: InstancesScenario = {
  name: 'a rolling restart, without a failed request',
  run: async (environment, findings) => {
    const load = await startLoad(environment, CONCURRENCY)
    await sleep(1_000)
    const stopTimes: number[] = []
    for (const instance of environment.instances) {
      stopTimes.push(await instance.stop())
      await instance.start()
      await environment.balancer.untilAllReady()
    }
    const done = await load.stop()
    const lost = await lostPrompts(environment, done)
    findings.record(`requests, ${CONCURRENCY} at a time, while both were restarted`, String(done.counts))
    findings.record('time to stop, s', stopTimes.map((seconds) => seconds.toFixed(2)).join(' and '))
    findings.record('saved prompts lost', `${lost} of ${done.acknowledged.length}`)
    findings.expect(done.failed === 0, `${done.failed} requests failed: ${done.counts}`)
    findings.expect(done.broken === 0, `${done.broken} requests were interrupted`)
    findings.expect(done.acknowledged.length > 0 && lost === 0, 'saved prompts are lost')
  },
}
