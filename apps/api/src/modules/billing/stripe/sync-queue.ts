import type { EventHint } from './stripe-events.store.ts'

/** One sync of a customer, for all requests that came before it started. */
export type Batch = {
  customer_id: string
  /** The events that caused the sync. */
  events: EventHint[]
  /** Syncs even if all the events were applied before. */
  unconditional: boolean
  maybeDeleted: boolean
}

type Waiting = Batch & { isUrgent: boolean; done: PromiseWithResolvers<void> }

export type SyncRequest = {
  event?: EventHint
  maybeDeleted?: boolean
  /** No user waits for the result, and Stripe repeats its webhooks. */
  isPatient?: boolean
}

/**
 * Merges sync requests of the same customer, as one payment causes several events in a second. Syncs at most `concurrency` customers at a
 * time, and each one once at a time. Requests of waiting users come first; one place stays reserved for webhooks.
 */
export class SyncQueue {
  readonly #concurrency: number
  readonly #run: (batch: Batch) => Promise<void>
  /** The next sync of each customer. A request during a sync needs another one, because the running one may have read too early. */
  readonly #next = new Map<string, Waiting>()
  /** The customers whose sync is running, and whether a user waits for it. */
  readonly #running = new Map<string, boolean>()
  /** Customers whose sync has not started, in order of request. */
  readonly #urgent = new Set<string>()
  readonly #patient = new Set<string>()
  #whenIdle = Promise.withResolvers<void>()

  constructor(concurrency: number, run: (batch: Batch) => Promise<void>) {
    this.#concurrency = concurrency
    this.#run = run
  }

  /** Settles with the result of a sync that starts after this call. */
  sync(customer_id: string, { event, maybeDeleted = false, isPatient = event !== undefined }: SyncRequest = {}): Promise<void> {
    const waiting = this.#next.get(customer_id) ?? this.#wait(customer_id)
    if (event && waiting.events.every(({ id }) => id !== event.id)) waiting.events.push(event)
    waiting.unconditional ||= event === undefined
    waiting.maybeDeleted ||= maybeDeleted
    waiting.isUrgent ||= !isPatient
    if (!this.#running.has(customer_id)) this.#enqueue(waiting)
    this.#fill()
    return waiting.done.promise
  }

  /** Resolves when the queue is empty and nothing runs. */
  async idle(): Promise<void> {
    if (this.#next.size > 0 || this.#running.size > 0) await this.#whenIdle.promise
  }

  #wait(customer_id: string): Waiting {
    const done = Promise.withResolvers<void>()
    const waiting: Waiting = { customer_id, events: [], unconditional: false, maybeDeleted: false, isUrgent: false, done }
    this.#next.set(customer_id, waiting)
    return waiting
  }

  #enqueue({ customer_id, isUrgent }: Waiting): void {
    if (isUrgent) this.#patient.delete(customer_id)
    const queue = isUrgent ? this.#urgent : this.#patient
    queue.add(customer_id)
  }

  #fill(): void {
    while (this.#running.size < this.#concurrency) {
      const queue = this.#isTurnOfUrgent() ? this.#urgent : this.#patient
      const [customer_id] = queue
      if (customer_id === undefined) return
      queue.delete(customer_id)
      void this.#start(customer_id)
    }
  }

  #isTurnOfUrgent(): boolean {
    if (this.#urgent.size === 0 || this.#patient.size === 0) return this.#urgent.size > 0
    const running = [...this.#running.values()].filter((isUrgent) => isUrgent).length
    return running < Math.max(1, this.#concurrency - 1)
  }

  async #start(customer_id: string): Promise<void> {
    const waiting = this.#next.get(customer_id)
    if (!waiting) throw new Error(`no sync of ${customer_id} was requested`)
    this.#next.delete(customer_id)
    this.#running.set(customer_id, waiting.isUrgent)
    await this.#run(waiting).then(waiting.done.resolve, waiting.done.reject)
    this.#running.delete(customer_id)
    const next = this.#next.get(customer_id)
    if (next) this.#enqueue(next)
    this.#fill()
    if (this.#running.size > 0) return
    this.#whenIdle.resolve()
    this.#whenIdle = Promise.withResolvers()
  }
}
