import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { useFurtherCourseNames } from '../../features/courses/course-queries.ts'
import { cx } from '../../ui/class-names.ts'
import { Lock } from '../../ui/icons.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { type SidebarGroup, type SidebarItem, sidebarGroups, withCourses } from './sidebar-items.ts'

type SidebarNavProps = {
  /** Shows only icons; tooltips show the names. */
  collapsed?: boolean
  /** Called before a locked item opens the pricing dialog. */
  onLockedItem?: () => void
}

/** Navigation of the sidebar and the drawer. */
export function SidebarNav({ collapsed = false, onLockedItem }: SidebarNavProps) {
  const { entitlements } = useAccount()
  const furtherCourses = useFurtherCourseNames()
  return (
    <nav aria-label="Main" className="flex flex-col gap-4 short:gap-1">
      {sidebarGroups
        .filter(({ adminOnly }) => !adminOnly || entitlements.is_admin)
        .map((group) => (
          <Group key={group.items[0]?.to} group={withCourses(group, furtherCourses)} collapsed={collapsed} onLockedItem={onLockedItem} />
        ))}
    </nav>
  )
}

type ItemState = { collapsed: boolean; onLockedItem: (() => void) | undefined }

function Group({ group, ...state }: ItemState & { group: SidebarGroup }) {
  const { collapsed } = state
  const id = useId()
  return (
    <div>
      {group.label && (
        <p id={id} className={cx('short:hidden px-2.5 pb-1 text-xs font-semibold text-muted', collapsed && 'sr-only')}>
          {group.label}
        </p>
      )}
      <ul aria-labelledby={group.label && id} className="flex flex-col gap-0.5">
        {group.items.map((item) => (
          <li key={item.to}>
            <Item item={item} {...state} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A link; for a locked page a grayed button that opens the pricing dialog. */
function Item({ item, collapsed, onLockedItem }: ItemState & { item: SidebarItem }) {
  const { pathname } = useLocation()
  const { status } = useAccount()
  const { isLocked, request } = useFeatureAccess()
  const { feature } = item
  if (feature && isLocked(feature)) {
    const openPricing = () => {
      if (status !== 'loading') onLockedItem?.()
      request(feature)
    }
    return (
      <Tooltip label={`${item.label} (locked)`} disabled={!collapsed}>
        <button type="button" onClick={openPricing} className={cx(row, 'w-full font-normal text-locked')}>
          <Content item={item} collapsed={collapsed} locked />
        </button>
      </Tooltip>
    )
  }
  const isCurrent = pathname === item.to || (item.activeUnder !== undefined && pathname.startsWith(item.activeUnder))
  return (
    <Tooltip label={item.label} disabled={!collapsed}>
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
    </Tooltip>
  )
}

const row =
  'relative flex min-h-10 short:min-h-7 items-center gap-3 rounded-md px-2.5 short:py-0 py-1 text-left text-sm transition-colors hover:bg-locked-soft'

function Content({ item, collapsed, locked = false }: { item: SidebarItem; collapsed: boolean; locked?: boolean }) {
  const Icon = item.icon
  return (
    <>
      <Icon aria-hidden="true" className={cx('size-5 shrink-0', locked && 'opacity-75')} />
      <span className={collapsed ? 'sr-only' : 'min-w-0'}>
        {item.label}
        {locked && <span className="sr-only"> (locked)</span>}
      </span>
      {locked && (
        <Lock
          aria-hidden="true"
          className={collapsed ? 'absolute right-0.5 bottom-1 size-4 rounded-full bg-sunken p-0.5' : 'ml-auto size-4 shrink-0'}
        />
      )}
    </>
  )
}
