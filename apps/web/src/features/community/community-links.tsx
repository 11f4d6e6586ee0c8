import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ArrowRight } from '../../ui/icons.ts'
import { RuledList, Section } from '../../ui/section.tsx'

const links = [
  ['Weekly Mentorship Program', paths.mentorship(), 'Three 30-minute one-to-ones every week, drawn from everyone who signed up.'],
  ['Vibe Coder Boards', paths.coderBoards(), 'Example projects, to give you ideas.'],
] as const

/** Links to the pages that no menu contains. */
export const CommunityLinks = () => (
  <Section title="Also in the community">
    <div className="max-w-prose">
      <RuledList>
        {links.map(([title, to, text]) => (
          <li key={to}>
            <Link to={to} className="group -mx-3 flex items-center gap-4 rounded-md px-3 py-4 hover:bg-sunken">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold group-hover:underline">{title}</span>
                <span className="mt-1 block text-muted">{text}</span>
              </span>
              <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted group-hover:text-ink" />
            </Link>
          </li>
        ))}
      </RuledList>
    </div>
  </Section>
)
