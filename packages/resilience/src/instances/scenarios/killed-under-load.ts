import { setTimeout as sleep } from 'node:timers/promises'
import { lostPrompts, startLoad } from '../load.ts'
import type { InstancesScenario } from '../two-instances.ts'

const CONCURRENCY = 8
const KILLS = 4

/** Kills the two instances in turns: the saves that a killed instance is serving fail, and no read does. */
export const killedUnderLoad: InstancesScenario = {
  name: 'the instances are killed in turns (SIGKILL) under load',
  run: async (environment, findings) => {
    const load = await startLoad(environment, CONCURRENCY)
    await sleep(1_000)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const instance = environment.instances[kill % 2] ?? environment.instances[0]
      await instance.kill()
      await sleep(500)
      await instance.start()
      await environment.balancer.untilAllReady()
    }
    const done = await load.stop()
    const lost = await lostPrompts(environment, done)
    findings.record(`requests, ${CONCURRENCY} at a time, during ${KILLS} kills`, String(done.counts))
    findings.record('requests that the killed instances were serving', done.broken)
    findings.record('failed requests', done.failed)
    findings.record('failed reads', done.failedReads)
    findings.record('saved prompts lost', `${lost} of ${done.acknowledged.length}`)
    findings.expect(done.broken > 0, 'the killed instance served no request')
    // each kill may fail only the requests that were running
    findings.expect(done.failed <= KILLS * CONCURRENCY, `${done.failed} requests failed: ${done.counts}`)
    findings.expect(done.failedReads === 0, `${done.failedReads} reads failed although the other instance was ready`)
    findings.expect(done.acknowledged.length > 0 && lost === 0, 'saved prompts are lost')
  },
}
