import { setTimeout as sleep } from 'node:timers/promises'
import { lostPrompts, putLoad } from '../load.ts'
import type { Scenario } from '../scenario.ts'

const HANDS = 8
const KILLS = 4

/** Kills one instance: its running requests fail, and retries succeed. */
export const killedUnderLoad: Scenario = {
  name: 'one is killed (-9) under load',
  run: async (environment, report) => {
    const load = await putLoad(environment, HANDS)
    await sleep(1_000)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const one = environment.instances[kill % 2] ?? environment.instances[0]
      await one.kill()
      await sleep(500)
      await one.start()
      await sleep(1_000)
    }
    const done = await load.stop()
    const lost = await lostPrompts(environment, done)
    report.tell(
      `${done.requests} requests of ${HANDS} at a time, ${KILLS} kills: ${done.failed} failed, ${done.repeated} of them were asked again and ${done.lost} failed again; ${lost} of ${done.acknowledged.length} saved prompts lost`,
    )
    // No more than what was under way when one was killed.
    report.expect(done.failed > 0, 'no request failed: the killed instance served none')
    report.expect(done.failed <= KILLS * HANDS, `${done.failed} requests failed: ${JSON.stringify([...done.failures])}`)
    report.expect(done.lost === 0, `${done.lost} requests failed although they were repeated`)
    report.expect(done.acknowledged.length > 0 && lost === 0, 'saved prompts are lost')
  },
}
