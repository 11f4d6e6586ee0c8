import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { cx } from '../../ui/class-names.ts'
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

function Item({ item, collapsed }: { item: SidebarItem; collapsed: boolean }) {
  const { pathname } = useLocation()
  const isCurrent = pathname === item.to || (item.below !== undefined && pathname.startsWith(item.below))
  const Icon = item.icon
  return (
    <Link
      to={item.to}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'relative flex h-10 items-center gap-3 rounded-md px-2.5 text-sm font-medium whitespace-nowrap transition-colors hover:bg-locked-soft',
        isCurrent
          ? 'bg-surface font-semibold text-ink shadow-raised before:absolute before:inset-y-2 before:left-0 before:w-1 before:rounded-full before:bg-accent'
          : 'text-muted hover:text-ink',
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className={collapsed ? 'sr-only' : undefined}>{item.label}</span>
    </Link>
  )
}
