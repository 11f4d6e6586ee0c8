import { COURSES, isCourseOpen } from '@academy/catalog'
import fp from 'fastify-plugin'
import { type ComposedMail, composeMail } from '../../mail/compose-mail.ts'
import { isQuiet, nextMorning } from '../../mail/quiet-hours.ts'
import {
  CONFIRM_DAYS,
  COURSE_OPENING,
  deleteEndedPlaces,
  findPlace,
  leavePlace,
  PLACE_LINK,
  type Place,
  queueOpenings,
} from './waiting-list.store.ts'
import { waitingListLinks } from './waiting-list-links.ts'

const HOUR_MS = 3_600_000

type Links = { confirm: string; leave: string }

function composeLink({ product, email }: Place, { confirm, leave }: Links, academyName: string): ComposedMail {
  const { title } = COURSES[product]
  return composeMail(email, {
    heading: `Confirm your place: ${title}`,
    paragraphs: [`This address was entered on the waiting list of ${title}. Confirm it, and we write to you once, when the course opens.`],
    action: { label: 'Confirm my place', href: confirm, lifetime: `The link works for ${CONFIRM_DAYS} days.` },
    notes: [
      { text: `If you did not enter it, do nothing: we delete the address after ${CONFIRM_DAYS} days.` },
      { text: 'Leave the waiting list', href: leave },
    ],
    academyName,
  })
}

function composeOpening({ product, email }: Place, href: string, academyName: string): ComposedMail {
  const { title, summary } = COURSES[product]
  return composeMail(email, {
    heading: `${title} is open`,
    paragraphs: [summary],
    steps: [{ label: `Open ${title}`, text: 'See the sessions, read what is free, and buy it if it is for you.', href }],
    notes: [
      { text: 'You are on the waiting list of this course, so we write to you once. With this email we delete your address from it.' },
    ],
    academyName,
  })
}

/** Sends the mails of waiting lists: the link that confirms a place, and one mail when the course opens. Deletes places that have ended. */
export const waitingListMails = fp(
  async (app) => {
    const { db, outbox } = app
    const links = waitingListLinks(app.config)
    const openCourses = async (now: Date) => {
      const { outlineCourses } = await app.courses.current()
      return [...outlineCourses.values()].filter((course) => isCourseOpen(course, now.toISOString().slice(0, 10)))
    }

    const deletePlace = (id: string) => leavePlace(db, id)
    outbox.compose(
      PLACE_LINK,
      async (id) => {
        const place = await findPlace(db, id)
        if (!place || place.confirmed_at !== null) return undefined
        return composeLink(place, { confirm: links.urlOf('confirm', id), leave: links.urlOf('leave', id) }, app.config.academyName)
      },
      { onUnknownAddress: deletePlace },
    )
    outbox.compose(
      COURSE_OPENING,
      async (id) => {
        const now = new Date()
        const place = await findPlace(db, id)
        if (!place?.confirmed_at) return undefined
        const course = (await openCourses(now)).find(({ product }) => product === place.product)
        // The author may have moved the day, or withdrawn the course, since the mail was queued.
        if (!course) return { notBefore: new Date(now.getTime() + HOUR_MS) }
        if (isQuiet(now, null)) return { notBefore: nextMorning(now, null) }
        return composeOpening(place, `${app.config.webOrigin}/courses/${encodeURIComponent(course.id)}`, app.config.academyName)
      },
      { onUnknownAddress: deletePlace, onSent: deletePlace },
    )
    outbox.beforeEachRun(async () => {
      const now = new Date()
      await deleteEndedPlaces(db, now)
      await queueOpenings(
        db,
        (await openCourses(now)).map(({ product }) => product),
        now,
      )
    })
  },
  { name: 'waiting-list-mails', dependencies: ['outbox', 'database'] },
)
