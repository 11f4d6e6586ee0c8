import { Link } from 'react-router'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { PanelLeft } from '../../ui/icons.ts'
import { Logo, Wordmark } from '../../ui/wordmark.tsx'
import { SearchButton } from './search-button.tsx'
import { SidebarNav } from './sidebar-nav.tsx'
import { UserMenu } from './user-menu.tsx'

type SidebarProps = { expanded: boolean; onToggle: () => void; onSearch: () => void }

/** The sidebar on larger screens: 16rem wide, or 3rem collapsed. */
export function Sidebar({ expanded, onToggle, onSearch }: SidebarProps) {
  return (
    <aside
      aria-label="Sidebar"
      data-state={expanded ? 'expanded' : 'collapsed'}
      className={cx(
        'sticky top-0 flex h-dvh shrink-0 flex-col border-r border-rule bg-sunken transition-[width] max-md:hidden',
        expanded ? 'w-sidebar' : 'w-sidebar-icon',
      )}
    >
      {/* The width stays the same while the sidebar expands: otherwise the name would wrap for a moment. */}
      <div className={cx('flex items-center py-3 short:py-0', expanded ? 'w-sidebar justify-between pr-1 pl-3.5' : 'flex-col gap-1 px-1')}>
        <Link to={paths.home()} aria-label={`${env.academyName}, home`} className={cx('rounded-md py-1', !expanded && 'short:hidden')}>
          {expanded ? <Wordmark name={env.academyName} /> : <Logo className="size-7" />}
        </Link>
        <Button
          variant="ghost"
          size="icon"
          aria-label={expanded ? 'Collapse sidebar' : 'Expand sidebar'}
          aria-expanded={expanded}
          aria-keyshortcuts="Control+B Meta+B"
          onClick={onToggle}
        >
          <PanelLeft aria-hidden="true" />
        </Button>
      </div>
      <div className={cx('flex-1 overflow-x-hidden overflow-y-auto py-3 short:py-0', expanded ? 'w-sidebar px-2' : 'px-1')}>
        <div className="pb-4">
          <SearchButton collapsed={!expanded} onOpen={onSearch} />
        </div>
        <SidebarNav collapsed={!expanded} />
      </div>
      <div className={cx('border-t border-rule py-2 short:py-0', expanded ? 'px-2' : 'px-1')}>
        <UserMenu collapsed={!expanded} />
      </div>
    </aside>
  )
}
