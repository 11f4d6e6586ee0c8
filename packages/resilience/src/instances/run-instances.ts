import { setTimeout as sleep } from 'node:timers/promises'
import { runScenario } from '../scenario.ts'
import { lostPrompts, startLoad } from './load.ts'
import { type InstancesScenario, startTwoInstances } from './two-instances.ts'

const CONCURRENCY = 8
const KILLS = 4

/** Restarts the instances one after the other, as for a new version, without a failed request. */
const rollingRestart: InstancesScenario = {
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

/** Kills the two instances in turns: the saves that a killed instance is serving fail, and no read does. */
const killedUnderLoad: InstancesScenario = {
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

const SCENARIOS: readonly InstancesScenario[] = [rollingRestart, killedUnderLoad]

/** Starts two instances behind a balancer and runs the scenarios. Returns the number of failures. */
export async function runInstances(serverUrl: string): Promise<number> {
  const environment = await startTwoInstances(serverUrl)
  let failures = 0
  try {
    for (const scenario of SCENARIOS) failures += await runScenario(scenario, environment)
    return failures
  } finally {
    await environment.stop()
  }
}
