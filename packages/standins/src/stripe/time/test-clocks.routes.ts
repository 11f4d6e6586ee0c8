import { listResponse, type StripeApi } from '../api.ts'
import type { CancelSubscriptions } from '../customers/customers.routes.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { integer, listParameters, parameters, text } from '../parameters.ts'
import { findAll, findPage, insert, remove, requireObject, save } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { DAY } from './day.ts'

type TestClock = Stored<'test_helpers.test_clock'>

/** Stripe deletes a test clock after 30 days. */
const TTL_SECONDS = 30 * DAY
/** Stripe advances a test clock by at most two intervals of its longest subscription. */
const MAX_ADVANCE_SECONDS = 2 * 366 * DAY

/** Registers the endpoints of test clocks. For customers with a test clock, and for their objects, time passes only when the clock is advanced. */
export function testClockRoutes(api: StripeApi, cancelSubscriptions: CancelSubscriptions) {
  api.post('/test_helpers/test_clocks', parameters({ frozen_time: integer({ min: 0 }), name: text(300).optional() }), async (call) => {
    const { service, input } = call
    const clock: TestClock = {
      id: makeId('test_helpers.test_clock'),
      object: 'test_helpers.test_clock',
      created: service.now(),
      deletes_after: service.now() + TTL_SECONDS,
      frozen_time: input.frozen_time,
      livemode: false,
      name: input.name ?? null,
      status: 'ready',
      status_details: {},
    }
    await insert(service, 'test_helpers.test_clock', clock)
    await emitEvent(service, 'test_helpers.test_clock.created', clock)
    return clock
  })

  api.get('/test_helpers/test_clocks', listParameters({}), async ({ service, input }) =>
    listResponse('/v1/test_helpers/test_clocks', await findPage(service, 'test_helpers.test_clock', {}, input)),
  )

  api.get('/test_helpers/test_clocks/:id', parameters({}), ({ service, id }) => requireObject(service, 'test_helpers.test_clock', id))

  api.post('/test_helpers/test_clocks/:id/advance', parameters({ frozen_time: integer() }), async ({ service, id, input }) => {
    const clock = await requireObject(service, 'test_helpers.test_clock', id)
    if (clock.status !== 'ready') throw invalid('Test clock advancement underway - cannot perform modifications.')
    if (input.frozen_time <= clock.frozen_time) {
      throw invalid('The frozen time for a test clock must be after its current frozen time.', 'frozen_time')
    }
    if (input.frozen_time > clock.frozen_time + MAX_ADVANCE_SECONDS) {
      throw invalid('Cannot advance a test clock by more than two intervals of its subscriptions at a time.', 'frozen_time')
    }
    const status_details = { advancing: { target_frozen_time: input.frozen_time } }
    const advancing: TestClock = { ...clock, status: 'advancing', status_details }
    await save(service, 'test_helpers.test_clock', advancing)
    await emitEvent(service, 'test_helpers.test_clock.advancing', advancing)
    return advancing
  })

  api.delete('/test_helpers/test_clocks/:id', parameters({}), async ({ service, id }) => {
    const clock = await requireObject(service, 'test_helpers.test_clock', id)
    for (const customer of await findAll(service, 'customer', { where: { test_clock: id } })) {
      await cancelSubscriptions(service, customer.id)
      await remove(service, 'customer', customer.id)
    }
    const stub = await remove(service, 'test_helpers.test_clock', id)
    await emitEvent(service, 'test_helpers.test_clock.deleted', clock)
    return stub
  })
}
