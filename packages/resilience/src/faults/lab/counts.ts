import { type Answer, invalidResponse } from './answer.ts'

/** Counts answers, and keeps what is not honest about any of them. */
export class Counts {
  readonly statuses = new Map<number, number>()
  readonly dishonest = new Map<string, number>()
  readonly #times: number[] = []

  add(answer: Answer): Answer {
    this.statuses.set(answer.status, this.of(answer.status) + 1)
    const wrong = invalidResponse(answer)
    if (wrong) this.dishonest.set(wrong, (this.dishonest.get(wrong) ?? 0) + 1)
    this.#times.push(answer.ms)
    return answer
  }

  of(status: number): number {
    return this.statuses.get(status) ?? 0
  }

  get total(): number {
    return this.#times.length
  }

  /** Milliseconds within which so many of a hundred were answered. */
  within(percent: number): number {
    const sorted = this.#times.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
  }

  /** Such as `200: 1234, 503: 56`. */
  toString(): string {
    const sorted = [...this.statuses].toSorted(([a], [b]) => a - b)
    return sorted.map(([status, count]) => `${status || 'none'}: ${count.toLocaleString('en')}`).join(', ')
  }

  /** What is not honest, in words; empty if all is. */
  get complaint(): string {
    return [...this.dishonest].map(([wrong, count]) => `${count} × ${wrong}`).join('; ')
  }
}

/** Repeats `once` with so many hands until stopped; the pause after each gives other processes of the machine their turn. */
export function keepAsking(hands: number, once: (turn: number) => Promise<unknown>, pauseMs = 10): { stop: () => Promise<void> } {
  let goesOn = true
  let turn = 0
  const hand = async (): Promise<void> => {
    while (goesOn) {
      await once(turn++)
      await new Promise((later) => setTimeout(later, pauseMs))
    }
  }
  const all = Promise.all(Array.from({ length: hands }, hand))
  return {
    stop: async () => {
      goesOn = false
      await all
    },
  }
}
