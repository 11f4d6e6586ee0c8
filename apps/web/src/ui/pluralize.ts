/** Formats a count with its noun: '1 session', '3 sessions', '1,204 sessions'. */
export const pluralize = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
