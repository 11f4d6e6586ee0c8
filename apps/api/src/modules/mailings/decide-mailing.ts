import { COURSE_IDS, type CourseId, type Entitlements, mayOpenTutorial } from '@academy/catalog'
import type { MailingKind } from '@academy/contract/mailing-kinds'
import { localTime } from '../../mail/quiet-hours.ts'
import type { PlacedTutorial } from '../courses/outline.ts'
import { tutorialToContinue } from '../courses/tutorial-to-continue.ts'

const DAY_MS = 86_400_000

/** Days without the course after which a mail is due, the later ones first; each is due for a week. */
const STOPS = [21, 7] as const
const DUE_DAYS = 7
/** The fewest days between two mails about stops, because a device may report later what a learner did before. */
const STOP_GAP_DAYS = 6

export type Progress = { done: boolean; updated_at: Date; done_changed_at: Date | null }
export type Prompt = { id: string; name: string; published_at: Date; changed_at: Date }

/** What the academy knows about an account, and what is published. */
export type MailingFacts = {
  entitlements: Entitlements
  /** By the ids of tutorials. */
  progress: ReadonlyMap<string, Progress>
  /** The mails about stops from before, with the time at which each was queued or, after that, last sent. */
  stops: readonly { occasion: string; queued_at: Date }[]
  /** The tutorials of all courses, in their order. */
  tutorials: readonly PlacedTutorial[]
  prompts: readonly Prompt[]
}

/** A mail that is due. An account gets one for each kind and occasion. */
export type Mailing =
  | { kind: 'stopped'; occasion: string; days: number; tutorial: PlacedTutorial }
  | { kind: 'next_session'; occasion: string; tutorials: PlacedTutorial[] }
  | { kind: 'new_prompts'; occasion: string; added: Prompt[]; changed: Prompt[] }

type Learning = Pick<MailingFacts, 'progress' | 'stops'> & { open: PlacedTutorial[]; next: PlacedTutorial; now: Date }

const daysSince = (at: Date, now: Date): number => (now.getTime() - at.getTime()) / DAY_MS

function stopOf({ progress, stops, next, now }: Learning): Mailing | undefined {
  const last = new Date(Math.max(...[...progress.values()].map(({ updated_at }) => updated_at.getTime())))
  const idle = daysSince(last, now)
  const days = STOPS.find((stop) => idle >= stop && idle < stop + DUE_DAYS)
  if (days === undefined) return undefined
  const occasion = `${days} days after ${last.toISOString()}`
  const isTooSoon = stops.some((stop) => stop.occasion !== occasion && daysSince(stop.queued_at, now) < STOP_GAP_DAYS)
  return isTooSoon ? undefined : { kind: 'stopped', occasion, days, tutorial: next }
}

/** A session is due for a week after the one before it was finished, unless the learner has begun it. */
function nextSessionOf({ open, progress, next, now }: Learning): Mailing | undefined {
  const ofSession = (id: string | undefined) => open.filter(({ session_id }) => session_id === id)
  const tutorials = ofSession(next.session_id)
  const before = ofSession(open[open.indexOf(tutorials[0] as PlacedTutorial) - 1]?.session_id)
  if (before.length === 0 || tutorials.some(({ id }) => progress.has(id))) return undefined
  const finished = before.map(({ id }) => progress.get(id)).map((row) => (row?.done ? (row.done_changed_at?.getTime() ?? 0) : Number.NaN))
  // NaN, and so not due, while a tutorial is not done.
  const days = daysSince(new Date(Math.max(...finished)), now)
  return days >= 0 && days < DUE_DAYS ? { kind: 'next_session', occasion: next.session_id, tutorials } : undefined
}

/** The prompts of a month are due in the first week of the next one. */
function newPromptsOf({ prompts }: MailingFacts, now: Date, timeZone: string | null): Mailing | undefined {
  if (localTime(now, timeZone).day > DUE_DAYS) return undefined
  // The day before the first week is always in the month before, in every time zone.
  const month = new Date(now.getTime() - (DUE_DAYS + 1) * DAY_MS).toISOString().slice(0, 7)
  const isIn = (at: Date) => at.toISOString().startsWith(month)
  const added = prompts.filter(({ published_at }) => isIn(published_at))
  const changed = prompts.filter((prompt) => isIn(prompt.changed_at) && !added.includes(prompt))
  return added.length + changed.length === 0 ? undefined : { kind: 'new_prompts', occasion: month, added, changed }
}

/**
 * Returns the mail of a kind that is due for an account, by the facts alone; undefined without one. Accounts without a course or the Studio,
 * as after a refund, and those that have finished their courses, get none.
 */
export function decideMailing(kind: MailingKind, facts: MailingFacts, now: Date, timeZone: string | null): Mailing | undefined {
  const { entitlements, stops } = facts
  const owned = COURSE_IDS.filter((course) => entitlements[course]).map((course) => inCourse(course, facts))
  const unfinished = owned.filter(({ open, next }) => open.length === 0 || next !== undefined)
  if (owned.length > 0 && unfinished.length === 0) return undefined
  if (kind === 'new_prompts') return entitlements.resources ? newPromptsOf(facts, now, timeZone) : undefined
  for (const { open, progress, next } of unfinished) {
    if (next === undefined || progress.size === 0) continue
    const learning = { open, progress, stops, next, now }
    const mailing = kind === 'stopped' ? stopOf(learning) : nextSessionOf(learning)
    if (mailing !== undefined) return mailing
  }
  return undefined
}

/** Returns the tutorials of a course that the account may open, its progress without that in other courses, and the tutorial to continue with. */
function inCourse(course: CourseId, { entitlements, tutorials, progress: all }: MailingFacts) {
  const open = tutorials.filter((tutorial) => tutorial.product === course && mayOpenTutorial(tutorial, entitlements))
  const inOtherCourses = new Set(tutorials.filter(({ product }) => product !== course).map(({ id }) => id))
  const progress = new Map([...all].filter(([id]) => !inOtherCourses.has(id)))
  return { open, progress, next: open.find(({ id }) => id === tutorialToContinue(open, progress)) }
}
