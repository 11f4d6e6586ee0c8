/** Returns a Notion id as the mirror stores it: 32 hex digits without dashes. */
export const pageIdOf = (id: string): string => id.replaceAll('-', '').toLowerCase()
