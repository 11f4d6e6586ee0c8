/** The groups of the contract of which only the pages of the administrator call endpoints. */
export const ADMIN_GROUPS = ['adminAccounts', 'content', 'figures', 'reviews', 'webhooks'] as const
