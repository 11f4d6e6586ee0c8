import { browserStorage } from '../../../ui/web-storage.ts'

/** What the user did with a tutorial at `at`: opened it, marked it as done or not done, or watched its video up to `seconds`. */
export type Activity = { tutorialId: string; at: string } & ({ done?: boolean; seconds?: never } | { seconds: number; done?: never })

/** Returns the storage key for the unsent activities of an account. They stay in this browser until they are sent, also while offline. */
const keyOf = (accountId: string) => `academy.unsent-progress.${accountId}`

export function loadUnsent(accountId: string): Activity[] {
  const stored = browserStorage.getJson(keyOf(accountId))
  return Array.isArray(stored) ? stored.filter(isActivity) : []
}

const saveUnsent = (accountId: string, activities: Activity[]): void =>
  browserStorage.set(keyOf(accountId), activities.length === 0 ? null : JSON.stringify(activities))

/** Adds an activity. It replaces an older one of the same kind with the same tutorial. */
export function addUnsent(accountId: string, activity: Activity): void {
  const isReplaced = (other: Activity) => other.tutorialId === activity.tutorialId && kindOf(other) === kindOf(activity)
  saveUnsent(accountId, [...loadUnsent(accountId).filter((other) => !isReplaced(other)), activity])
}

/** Removes an activity that was sent, but not a newer one that has taken its place meanwhile. */
export function removeUnsent(accountId: string, sent: Activity): void {
  const isSent = (other: Activity) => other.tutorialId === sent.tutorialId && other.at === sent.at && kindOf(other) === kindOf(sent)
  saveUnsent(
    accountId,
    loadUnsent(accountId).filter((other) => !isSent(other)),
  )
}

const kindOf = ({ done, seconds }: Activity) => (seconds !== undefined ? 'watched' : done !== undefined ? 'marked' : 'opened')

function isActivity(value: unknown): value is Activity {
  const { tutorialId, at, done, seconds }: Partial<Record<keyof Activity, unknown>> = value ?? {}
  return (
    typeof tutorialId === 'string' &&
    typeof at === 'string' &&
    ['boolean', 'undefined'].includes(typeof done) &&
    ['number', 'undefined'].includes(typeof seconds)
  )
}
