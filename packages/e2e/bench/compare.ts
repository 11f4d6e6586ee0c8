import type { Servers } from './servers.ts'

/** What is compared between two servers. Smaller values are better. */
export type Subject = { name: string; warmUp: (servers: Servers) => Promise<unknown>; measure: (servers: Servers) => Promise<Values> }
type Values = Record<string, number>

/** The values of base and head, and their ratio in each round with the interval that holds the median ratio at 99 %. */
export type Comparison = { name: string; base: number; head: number; ratios: number[]; ratio: number; low: number; high: number }

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const [lower = Number.NaN, upper = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (lower + upper) / 2
}

const SAMPLES = 2_000

/** Returns the bootstrap interval of the median at 99 %, because a run compares thirty values. */
function intervalOf(values: readonly number[]): { low: number; high: number } {
  const sample = () => median(values.map(() => values[Math.floor(Math.random() * values.length)] ?? Number.NaN))
  const medians = Array.from({ length: SAMPLES }, sample).toSorted((a, b) => a - b)
  return { low: medians[SAMPLES * 0.005] ?? Number.NaN, high: medians[SAMPLES * 0.995] ?? Number.NaN }
}

/** Rounds of all subjects. */
const ROUNDS = 2
/** Rounds of those that look slower, which may be chance. The further ones measure twice as much. */
const MAX_ROUNDS = 8

const looksSlower = ({ ratio }: Comparison): boolean => ratio > 1.05
export const isSlower = ({ ratio, low, ratios }: Comparison): boolean => ratio > 1.1 && low > 1.05 && ratios.length === MAX_ROUNDS

/** Measures a subject in the order base, head, head, base, so that a machine that becomes slower or faster affects both alike. */
async function measureInTurns(
  { measure }: Subject,
  [base, head]: readonly [Servers, Servers],
  times: number,
): Promise<[Values[], Values[]]> {
  const values: [Values[], Values[]] = [[], []]
  for (let time = 0; time < times; time += 1) {
    values[0].push(await measure(base))
    values[1].push(await measure(head), await measure(head))
    values[0].push(await measure(base))
  }
  return values
}

/**
 * Compares subjects on two servers. Each round starts new processes, because one process may be a tenth slower than the next. Subjects that
 * look slower get further rounds.
 */
export async function compare(
  start: () => Promise<readonly [base: Servers, head: Servers]>,
  subjects: readonly Subject[],
): Promise<Comparison[]> {
  const found = new Map<string, Comparison>()
  const mayBeSlower = ({ name }: Subject) => [...found].some(([key, comparison]) => key.startsWith(`${name}, `) && looksSlower(comparison))
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const pending = round < ROUNDS ? subjects : subjects.filter(mayBeSlower)
    if (pending.length === 0) break
    console.log(`Round ${round + 1}: ${pending.length} of ${subjects.length}`)
    const servers = await start()
    // All of them first, because they share most of the code that V8 compiles meanwhile.
    for (const subject of pending) for (const measured of servers) await subject.warmUp(measured)
    for (const subject of pending) {
      const measured = await measureInTurns(subject, servers, round < ROUNDS ? 1 : 2)
      for (const key of Object.keys(measured[0][0] ?? {})) {
        const name = `${subject.name}, ${key}`
        const [base = Number.NaN, head = Number.NaN] = measured.map((all) => median(all.map((values) => values[key] ?? Number.NaN)))
        const ratios = [...(found.get(name)?.ratios ?? []), head / base]
        found.set(name, { name, base, head, ratios, ratio: median(ratios), ...intervalOf(ratios) })
      }
    }
    await Promise.all(servers.map(({ stop }) => stop()))
  }
  return [...found.values()]
}
