import { act } from '@testing-library/react'

/** How many turns of the event loop the page gets: a few times as many as any response of a mock takes until the page shows it. */
const TURNS = 30

/**
 * Lets the page handle all responses that have arrived, before a test expects that one of them changed nothing. It counts turns of the event
 * loop instead of milliseconds, because a busy machine needs more time for the same turns.
 */
export const settled = () =>
  act(async () => {
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  })
