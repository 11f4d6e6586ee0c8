/**
 * The text that a buyer accepts to get access before the withdrawal period ends, on the screen and in the welcome mail. Each order stores
 * both fields. A changed text needs a new version: the day of the change.
 */
export const ACCESS_CONSENT = {
  version: '2026-11-23',
  text: 'I ask for access right after the payment, before the withdrawal period of 14 days ends. I know that I lose my right of withdrawal from digital content as soon as the access begins. If I withdraw from a subscription, I pay for the time until then.',
} as const
