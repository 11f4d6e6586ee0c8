/** Formats a count with its noun: '1 session', '3 sessions', '1,204 sessions'. */
export const pluralize = (count: number, one: string): string => `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`

/** Formats a count: '1', '1,204'. The first number formatter of a page takes about 5 ms, and small numbers need none. */
export const formatCount = (count: number): string => (count < 1000 ? String(count) : count.toLocaleString('en'))
