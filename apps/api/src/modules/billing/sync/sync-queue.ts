import type { EventHint } from './stripe-events.store.ts'

/** One look at a customer, on behalf of everybody who asked for it before it began. */
export type Batch = { customer_id: string; events: EventHint[]; unconditional: boolean; maybeDeleted: boolean }

type Waiting = Batch & { isUrgent: boolean; done: PromiseWithResolvers<void> }

export type Wish = {
  event?: EventHint
  maybeDeleted?: boolean
  /** No user waits for the result, and Stripe repeats its webhooks. */
  isPatient?: boolean
}

/**
 * Lets one look at a customer answer all who ask for one: a payment makes Stripe send a handful of events in the same second. At most
 * `concurrency` customers are looked at at the same time, and each of them once at a time; first those for whom somebody waits in front of
 * a screen, however many events wait. The last free place is kept for the others, so that webhooks get their turn however many people wait.
 */
export class SyncQueue {
  readonly #concurrency: number
  readonly #run: (batch: Batch) => Promise<void>
  /** The next look at a customer; what comes while one goes on needs another, as that one may have passed it. */
  readonly #next = new Map<string, Waiting>()
  /** The customers whose sync is running, and whether a user waits for it. */
  readonly #running = new Map<string, boolean>()
  /** Whose look did not begin yet, in the order in which they were asked for. */
  readonly #urgent = new Set<string>()
  readonly #patient = new Set<string>()
  #whenIdle = Promise.withResolvers<void>()

  constructor(concurrency: number, run: (batch: Batch) => Promise<void>) {
    this.#concurrency = concurrency
    this.#run = run
  }

  /** Settles as a look that began after this call does. */
  sync(customer_id: string, { event, maybeDeleted = false, isPatient = event !== undefined }: Wish = {}): Promise<void> {
    const waiting = this.#next.get(customer_id) ?? this.#wait(customer_id)
    if (event && waiting.events.every(({ id }) => id !== event.id)) waiting.events.push(event)
    waiting.unconditional ||= event === undefined
    waiting.maybeDeleted ||= maybeDeleted
    waiting.isUrgent ||= !isPatient
    if (!this.#running.has(customer_id)) this.#enqueue(waiting)
    this.#fill()
    return waiting.done.promise
  }

  /** When everything that was asked for is done. */
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
      void this.#look(customer_id)
    }
  }

  #isTurnOfUrgent(): boolean {
    if (this.#urgent.size === 0 || this.#patient.size === 0) return this.#urgent.size > 0
    const running = [...this.#running.values()].filter((isUrgent) => isUrgent).length
    return running < Math.max(1, this.#concurrency - 1)
  }

  async #look(customer_id: string): Promise<void> {
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
