/** Joins class names and leaves out what is off. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
