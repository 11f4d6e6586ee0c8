import PQueue from 'p-queue'
import type { EventHint } from './stripe-events.store.ts'

/** One look at a customer, on behalf of everybody who asked for it before it began. */
export type Batch = { customer_id: string; events: EventHint[]; unconditional: boolean; maybeDeleted: boolean }

type Waiting = Batch & { done: PromiseWithResolvers<void> }

/** Somebody waits in front of a screen; a webhook, or reconciling, does not mind. */
const URGENT = 1

export type Wish = { event?: EventHint; maybeDeleted?: boolean }

/**
 * Lets one look at a customer answer all who ask for one: a payment makes Stripe send a handful of events in the same second. At most
 * `concurrency` customers are looked at at the same time, and each of them once at a time; first those whom somebody asks for without an
 * event, however many events wait.
 */
export class SyncQueue {
  readonly #queue: PQueue
  readonly #run: (batch: Batch) => Promise<void>
  /** The next look at a customer; what comes while one goes on needs another, as that one may have passed it. */
  readonly #next = new Map<string, Waiting>()
  readonly #running = new Set<string>()
  /** Those of them whose look did not begin yet. */
  readonly #queued = new Set<string>()

  constructor(concurrency: number, run: (batch: Batch) => Promise<void>) {
    this.#queue = new PQueue({ concurrency })
    this.#run = run
  }

  /** Settles as a look that began after this call does. */
  sync(customer_id: string, { event, maybeDeleted = false }: Wish = {}): Promise<void> {
    const waiting = this.#next.get(customer_id) ?? this.#wait(customer_id)
    if (event && waiting.events.every(({ id }) => id !== event.id)) waiting.events.push(event)
    waiting.unconditional ||= event === undefined
    waiting.maybeDeleted ||= maybeDeleted
    // Not before everything is known of it: it may begin at once.
    if (!this.#running.has(customer_id)) this.#start(customer_id)
    else if (event === undefined && this.#queued.has(customer_id)) this.#queue.setPriority(customer_id, URGENT)
    return waiting.done.promise
  }

  /** When everything that was asked for is done. */
  async idle(): Promise<void> {
    await this.#queue.onIdle()
  }

  #wait(customer_id: string): Waiting {
    const done = Promise.withResolvers<void>()
    const waiting: Waiting = { customer_id, events: [], unconditional: false, maybeDeleted: false, done }
    this.#next.set(customer_id, waiting)
    return waiting
  }

  #start(customer_id: string): void {
    this.#running.add(customer_id)
    this.#queued.add(customer_id)
    const look = async (): Promise<void> => {
      this.#queued.delete(customer_id)
      const waiting = this.#next.get(customer_id)
      if (!waiting) throw new Error(`nobody asked for ${customer_id}`)
      this.#next.delete(customer_id)
      await this.#run(waiting).then(waiting.done.resolve, waiting.done.reject)
      this.#running.delete(customer_id)
      if (this.#next.has(customer_id)) this.#start(customer_id)
    }
    void this.#queue.add(look, { id: customer_id, priority: this.#next.get(customer_id)?.unconditional ? URGENT : 0 })
  }
}
