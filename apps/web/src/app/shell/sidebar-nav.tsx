import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { cx } from '../../ui/class-names.ts'
import { Lock } from '../../ui/icons.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { type SidebarGroup, type SidebarItem, sidebarGroups } from './sidebar-items.ts'

/** The items of the sidebar and of the drawer. Collapsed, only the icons are seen; names come on hover and focus. */
export function SidebarNav({ collapsed = false }: { collapsed?: boolean }) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-4">
      {sidebarGroups.map((group) => (
        <Group key={group.items[0]?.to} group={group} collapsed={collapsed} />
      ))}
    </nav>
  )
}

function Group({ group, collapsed }: { group: SidebarGroup; collapsed: boolean }) {
  const id = useId()
  return (
    <div>
      {group.label && (
        <p id={id} className={cx('px-2.5 pb-1 text-xs font-semibold text-muted', collapsed && 'sr-only')}>
          {group.label}
        </p>
      )}
      <ul aria-labelledby={group.label && id} className="flex flex-col gap-0.5">
        {group.items.map((item) => (
          <li key={item.to}>
            <Tooltip label={item.label} disabled={!collapsed}>
              <Item item={item} collapsed={collapsed} />
            </Tooltip>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A link to a page; or, for those who lack its feature, a greyed button that says what unlocks it and goes nowhere (SHELL-07, SHELL-08). */
function Item({ item, collapsed }: { item: SidebarItem; collapsed: boolean }) {
  const { pathname } = useLocation()
  const { has, request } = useFeatureAccess()
  const { feature } = item
  if (feature && !has(feature)) {
    return (
      <button type="button" onClick={() => request(feature)} className={cx(row, 'w-full font-normal text-locked')}>
        <Content item={item} collapsed={collapsed} locked />
      </button>
    )
  }
  const isCurrent = pathname === item.to || (item.below !== undefined && pathname.startsWith(item.below))
  return (
    <Link
      to={item.to}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        row,
        isCurrent
          ? 'bg-surface font-semibold text-ink shadow-raised before:absolute before:inset-y-2 before:left-0 before:w-1 before:rounded-full before:bg-accent'
          : 'font-medium text-muted hover:text-ink',
      )}
    >
      <Content item={item} collapsed={collapsed} />
    </Link>
  )
}

const row = 'relative flex h-10 items-center gap-3 rounded-md px-2.5 text-sm whitespace-nowrap transition-colors hover:bg-locked-soft'

function Content({ item, collapsed, locked = false }: { item: SidebarItem; collapsed: boolean; locked?: boolean }) {
  const Icon = item.icon
  return (
    <>
      <Icon aria-hidden="true" className={cx('size-5 shrink-0', locked && 'opacity-75')} />
      <span className={collapsed ? 'sr-only' : undefined}>
        {item.label}
        {locked && <span className="sr-only"> (locked)</span>}
      </span>
      {locked && !collapsed && <Lock aria-hidden="true" className="ml-auto size-4 shrink-0" />}
    </>
  )
}
