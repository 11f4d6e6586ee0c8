/** A Notion id as the mirror keeps it: 32 hex digits without dashes. */
export const pageIdOf = (id: string): string => id.replaceAll('-', '').toLowerCase()
