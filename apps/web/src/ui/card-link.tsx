import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { ArrowRight } from './icons.ts'
import { LabelWithSubject } from './label-with-subject.tsx'

type CardLinkProps = Omit<ComponentProps<typeof Link>, 'children' | 'className' | 'state'> & {
  label: string
  title: string
  beside?: ReactNode
}

/** The link in the last line of a card in a list, which makes the whole card a link. `title` tells the links of a list apart. */
export const CardLink = ({ label, title, beside, ...link }: CardLinkProps) => (
  <div className="flex flex-wrap items-end gap-x-3 gap-y-1 px-5 pb-3.5">
    {beside}
    <Link
      state={{ fromList: true }}
      className="ml-auto flex min-h-6 items-center gap-1.5 rounded-sm text-sm font-semibold whitespace-nowrap after:absolute after:inset-0"
      {...link}
    >
      <LabelWithSubject label={label} subject={title} />
      <ArrowRight aria-hidden="true" className="size-4 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-ink" />
    </Link>
  </div>
)
