/** The most statements of withdrawal in the administrator's list. */
export const MAX_LISTED_WITHDRAWALS = 200
