import { needsCourseToOpen } from '@academy/catalog'
import { studyMinutes } from '@academy/contract/study-time'
import fp from 'fastify-plugin'
import type { User } from '../../plugins/auth/auth.ts'
import { certificateIssuer } from './certificates.store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Issues the certificate of a course, or of the course of a tutorial, to an account that owns the course, was served paid content of
     * it, and has done all its tutorials. A course needs a name for that. Repeats, and tutorials that are published later, change nothing.
     */
    issueCertificate: (user: User, of: { courseId: string } | { tutorialId: string }) => Promise<void>
  }
}

export const issueCertificates = fp(
  async (app) => {
    const issue = certificateIssuer(app.db)
    app.decorate('issueCertificate', async (user, of) => {
      if (user.isAdmin) return
      const entitlements = await app.entitlementsOf(user)
      const { outlineCourses, tutorials } = await app.courses.current()
      const courseId = 'courseId' in of ? of.courseId : tutorials.get(of.tutorialId)?.course_id
      const course = courseId === undefined ? undefined : outlineCourses.get(courseId)
      if (course === undefined || !course.name || !entitlements[course.product]) return
      const { id, name: title, product } = course
      const ofCourse = [...tutorials.values()].filter(({ course_id }) => course_id === id)
      if (ofCourse.length === 0) return
      const minutes = Math.round(ofCourse.reduce((sum, tutorial) => sum + (studyMinutes(tutorial) ?? 0), 0))
      const isPaid = ofCourse.some((tutorial) => needsCourseToOpen(tutorial, entitlements))
      await issue(user.id, { id, product, title, minutes, tutorialIds: ofCourse.map(({ id }) => id), isPaid })
    })
  },
  { name: 'issue-certificates', dependencies: ['entitlements', 'database'] },
)
