import { Children, type ReactNode, type Ref, useId } from 'react'

/** A section of a page, with an action beside its heading. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A list with lines between its items; without items the text `empty`. */
export const RuledList = ({ children, empty = '' }: { children: ReactNode; empty?: string }) =>
  Children.count(children) === 0 ? (
    <EmptyText>{empty}</EmptyText>
  ) : (
    <ul className="divide-y divide-rule border-y border-rule">{children}</ul>
  )

export const EmptyText = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>

export function SettingsSection({
  title,
  headingRef,
  children,
}: {
  title: string
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-rule pt-6">
      <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-lg outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}
