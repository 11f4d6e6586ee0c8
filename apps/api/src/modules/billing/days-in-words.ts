/** `2026-11-20`, in UTC */
export const day = (date: Date): string => date.toISOString().slice(0, 10)

/** `2026-11-20 12:00 UTC` */
export const minute = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
