type Waiting<T> = { id: string; resolve: (found: T | undefined) => void; reject: (error: unknown) => void }

type Together<T> = {
  idOf: (row: T) => string
  /** A statement never has to wait for more rows than these. */
  most: number
  /** So many statements are under way at most; what is asked for meanwhile goes with the next. */
  atOnce: number
}

/** A statement takes a few milliseconds. One that takes longer than this may wait on a connection that is dead, and others need not. */
const PATIENCE_MS = 2_000
/** With more of them it is the database that is slow, and the rest of the pool is for others. */
const MOST_STUCK = 4

/**
 * Reads rows by their ids, with one statement for all that are asked for at about the same time, by however many requests. Alone, an id
 * is read at once; while many ask, they share what a statement costs beside its rows: with 50 of them a context takes 70 µs of processor
 * time, here and in Postgres together, instead of 140. Nobody gets a row that was read before they asked. A statement that is stuck
 * keeps those waiting who share it, and nobody else for long.
 * `read` answers in any order and leaves out what is not there; when it fails, it fails for all that shared it.
 */
export function readTogether<T>(
  read: (ids: string[]) => Promise<T[]>,
  { idOf, most, atOnce }: Together<T>,
): (id: string) => Promise<T | undefined> {
  const waiting: Waiting<T>[] = []
  const underWay = new Set<{ since: number }>()
  /** Those that nobody waits for any more before beginning another. */
  const stuck = new Set<{ since: number }>()
  let isPlanned = false
  let isWatched = false

  const readSome = async (): Promise<void> => {
    const mine = { since: performance.now() }
    underWay.add(mine)
    const asked = waiting.splice(0, most)
    try {
      const rows = await read([...new Set(asked.map(({ id }) => id))])
      const found = new Map(rows.map((row) => [idOf(row), row]))
      for (const { id, resolve } of asked) resolve(found.get(id))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    underWay.delete(mine)
    stuck.delete(mine)
    plan()
  }

  /** Gives the places of statements that are stuck to others. One timer at a time, and none while nobody has to wait. */
  const watch = (): void => {
    if (isWatched) return
    isWatched = true
    setTimeout(() => {
      isWatched = false
      for (const one of underWay) {
        if (stuck.size === MOST_STUCK || performance.now() - one.since < PATIENCE_MS) break
        underWay.delete(one)
        stuck.add(one)
      }
      plan()
    }, PATIENCE_MS).unref()
  }

  /** Not before all requests that have arrived were looked at. */
  const plan = (): void => {
    if (isPlanned || waiting.length === 0) return
    if (underWay.size >= atOnce) {
      watch()
      return
    }
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      void readSome()
      plan()
    })
  }

  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject })
      plan()
    })
}
