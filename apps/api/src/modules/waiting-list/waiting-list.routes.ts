import { randomUUID } from 'node:crypto'
import { COURSES, isCourseOpen } from '@academy/catalog'
import { contract } from '@academy/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, HttpError, orNotFound } from '../../http/errors.ts'
import { mailPages } from '../../mail/mail-pages.ts'
import { formatLongDay } from '../billing/facts/format-dates.ts'
import { confirmPlace, findPlace, leavePlace, type Place, requestPlace } from './waiting-list.store.ts'
import { WAITING_LIST_PATH, waitingListLinks } from './waiting-list-links.ts'

const SENT = 'Open the link in the email that we sent you. Only then you are on the list.'
const NO_MAILS = "We can't send email at the moment. Try again later."
const TOO_MANY = 'This mailbox or network got many emails from us today. Try again tomorrow.'

/** Lets visitors and learners wait for a course. */
export async function waitingListRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes(contract.waitingList, app, {
    join: async ({ request, params: { courseId }, body: { email } }) => {
      await app.limit.statements(request)
      const course = orNotFound((await app.courses.current()).outlineCourses.get(courseId), 'Course')
      if (isCourseOpen(course, new Date().toISOString().slice(0, 10))) throw conflict('This course is open already.')
      if (!app.mailer) throw conflict(NO_MAILS)
      if (!(await app.limit.dailyMails(request))) throw new HttpError(429, 'rate_limited', TOO_MANY)
      await requestPlace(app.db, { id: randomUUID(), product: course.product, email: email.toLowerCase() })
      app.outbox.wake()
      return { status: 202, body: { message: SENT } }
    },
  })
}

const ENDED = {
  heading: 'This link no longer works',
  paragraphs: [
    'The course has opened, you left the list, or the link is too old. You can enter your address on the page of the course again.',
  ],
}

/** Confirms and leaves a place without a sign-in, by the links of its mail. */
export async function waitingListPages(app: FastifyInstance): Promise<void> {
  const links = waitingListLinks(app.config)
  const send = mailPages(app, app.config.academyName)

  const confirmed = async ({ id, product }: Place) => {
    const { title } = COURSES[product]
    const course = [...(await app.courses.current()).outlineCourses.values()].find((one) => one.product === product)
    const day = course?.opens_on ? ` on ${formatLongDay(new Date(course.opens_on))}` : ''
    return {
      heading: 'You are on the waiting list',
      paragraphs: [`We write to you once, when ${title} opens${day}. Then we delete your address from the list.`],
      notes: [{ text: 'Leave the waiting list', href: links.urlOf('leave', id) }],
    }
  }
  const LEFT = { heading: 'You left the waiting list', paragraphs: ['We deleted your address from it.'] }

  const linkOf = async (request: FastifyRequest) => {
    const link = links.read((request.query as { token?: unknown }).token)
    if (link === undefined) await app.limit.publicRoutes(request)
    return link
  }
  app.get(WAITING_LIST_PATH, async (request, reply: FastifyReply) => {
    const link = await linkOf(request)
    const place = link && (await findPlace(app.db, link.id))
    if (!place) return send(reply, 404, ENDED)
    const { title } = COURSES[place.product]
    if (link.name === 'leave')
      return send(reply, 200, { heading: `Leave the waiting list of ${title}?`, paragraphs: [], form: 'Leave the list' })
    if (place.confirmed_at !== null) return send(reply, 200, await confirmed(place))
    const paragraphs = ['We write to you once, when the course opens. Then we delete your address from the list.']
    return send(reply, 200, { heading: `Wait for ${title}?`, paragraphs, form: 'Confirm my place' })
  })
  app.post(WAITING_LIST_PATH, async (request, reply: FastifyReply) => {
    const link = await linkOf(request)
    if (link === undefined) return send(reply, 404, ENDED)
    if (link.name === 'leave') {
      await leavePlace(app.db, link.id)
      return send(reply, 200, LEFT)
    }
    const place = await confirmPlace(app.db, link.id)
    return place ? send(reply, 200, await confirmed(place)) : send(reply, 404, ENDED)
  })
}
