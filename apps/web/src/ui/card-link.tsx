import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { ArrowRight } from './icons.ts'

type CardLinkProps = Omit<ComponentProps<typeof Link>, 'children' | 'className' | 'state'> & { label: string; title: string }

/** The last line of a card in a list, which makes the whole card a link. `title` tells the links of a list apart. */
export const CardLink = ({ label, title, ...link }: CardLinkProps) => (
  <Link
    state={{ fromList: true }}
    className="flex min-h-11 items-center justify-between gap-2 rounded-b-lg border-t border-rule px-5 text-sm font-semibold -outline-offset-2 transition-colors group-hover:bg-sunken after:absolute after:inset-0"
    {...link}
  >
    <span>
      {label}
      <span className="sr-only">: {title}</span>
    </span>
    <ArrowRight aria-hidden="true" className="size-4 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-ink" />
  </Link>
)
