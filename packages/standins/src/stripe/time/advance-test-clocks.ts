import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import type { Stored } from '../kinds.ts'
import { find, findAll, save } from '../store.ts'
import { catchUp, type DueWork } from './catch-up.ts'

/** Runs what becomes due by advancing test clocks, and then sets their time. */
export async function advanceTestClocks(root: StripeService, work: DueWork): Promise<void> {
  for (const clock of await findAll(root, 'test_helpers.test_clock', { where: { status: 'advancing' } })) {
    const target = clock.status_details.advancing?.target_frozen_time ?? clock.frozen_time
    await catchUp(root, work, target, clock.id)
    // the next start continues
    if (work.isStopped()) return
    await root.write(async (service) => {
      if ((await find(service, 'test_helpers.test_clock', clock.id)) === undefined) return
      const ready: Stored<'test_helpers.test_clock'> = { ...clock, frozen_time: target, status: 'ready', status_details: {} }
      await save(service, 'test_helpers.test_clock', ready)
      await emitEvent(service, 'test_helpers.test_clock.ready', ready)
    })
  }
}
