/** The events that other programs of the owner can get, with their descriptions. This file has no schemas, so that the web app can load it. */
export const WEBHOOK_EVENTS = {
  'purchase.paid': 'A course or bundle was paid.',
  'payment.refunded': 'A payment was refunded, in part or in full.',
  'subscription.changed': 'A subscription began, renewed, changed or ended.',
  'tutorial.started': 'A learner opened a tutorial for the first time.',
  'tutorial.completed': 'A learner marked a tutorial as done.',
  'session.checked': "All checks of a session passed on a learner's machine for the first time.",
  'certificate.issued': 'A learner got a certificate.',
  'seat.claimed': 'A member of a team claimed a seat of a purchase, or a recipient a gift.',
  'account.erased': 'An account was erased: delete what you hold about it.',
} as const satisfies Record<string, string>

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

export const webhookEvents = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]

/** The most webhooks of an academy. */
export const MOST_WEBHOOKS = 20
