/** Returns a Notion id as the mirror stores it: 32 hex digits without dashes. */
export const normalizeNotionId = (id: string): string => id.replaceAll('-', '').toLowerCase()
