import './content.css'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** Styles text like course content. For HTML from the API use ContentHtml. */
export const Prose = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('prose', className)}>{children}</div>
)
