import type { CourseSummary } from '@academy/contract'
import { EmailRequest } from '../../account/email-request.tsx'
import { useSession } from '../../session/session.ts'
import { storedEmail } from '../../session/stored-session.ts'
import { formatDay } from '../../ui/format-date.ts'

type Course = Pick<CourseSummary, 'id' | 'name' | 'opens_on'> & { studio_opens_on?: string | null }

function openingText({ name, opens_on, studio_opens_on }: Pick<CourseSummary, 'name' | 'opens_on' | 'studio_opens_on'>): string {
  const opens = `${name} opens ${opens_on === null ? 'soon' : `on ${formatDay(opens_on)}`}`
  if (studio_opens_on === null) return `${opens}.`
  if (studio_opens_on <= new Date().toISOString().slice(0, 10)) return `${opens}. Subscribers of the Studio can buy it now.`
  return `${opens}, and for subscribers of the Studio on ${formatDay(studio_opens_on)}.`
}

/** Says when a course opens, and lets visitors and learners wait for it. The server decides by the same days. */
export function WaitingList({ course: { id, name, opens_on, studio_opens_on = null } }: { course: Course }) {
  const { session } = useSession()
  return (
    <section aria-label="Waiting list" className="flex max-w-prose flex-col gap-5">
      <p>{`${openingText({ name, opens_on, studio_opens_on })} We can write to you once when it opens, and then delete your address.`}</p>
      <div className="flex max-w-narrow flex-col gap-5">
        <EmailRequest
          path={`/api/public/courses/${encodeURIComponent(id)}/waiting-list`}
          label="Email"
          defaultEmail={session?.user.email ?? storedEmail()}
          button={{ text: 'Tell me when it opens', className: 'self-start' }}
          failure="You are not on the list"
        />
      </div>
    </section>
  )
}
