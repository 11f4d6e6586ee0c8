import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { centerInRow } from './center-in-row.ts'
import { cx } from './class-names.ts'

type Tab = { value: string; label: ReactNode; content: ReactNode }
type TabsProps = {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
  /** Called on hover, for prefetching. */
  onIntent?: (value: string) => void
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

/** Tabs after the ARIA pattern with automatic activation: arrow keys, Home and End select a tab. */
export function Tabs({ label, tabs, value, onChange, onIntent }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const selected = tabs.find((tab) => tab.value === value) ?? tabs[0]

  // Scrolls the selected tab into view when the tabs are wider than the screen.
  useEffect(() => centerInRow(list.current, list.current?.querySelector(`[data-tab="${CSS.escape(value)}"]`)), [value])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || !selected) return
    const next = tabs[step(tabs.indexOf(selected), tabs.length)]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.value)}"]`)?.focus()
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="hidden-scroll-bar relative flex gap-4 overflow-x-auto shadow-[inset_0_-1px_var(--color-rule)] sm:gap-6"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => {
          const isSelected = tab === selected
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}${tab.value}tab`}
              data-tab={tab.value}
              aria-selected={isSelected}
              aria-controls={isSelected ? `${id}${tab.value}panel` : undefined}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onPointerEnter={() => onIntent?.(tab.value)}
              className={cx(
                'min-h-11 border-b-2 py-1 text-left text-sm leading-5 font-semibold sm:shrink-0 sm:text-base -outline-offset-2 transition-colors',
                isSelected ? 'border-ink text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      {selected && (
        <div
          key={selected.value}
          role="tabpanel"
          id={`${id}${selected.value}panel`}
          aria-labelledby={`${id}${selected.value}tab`}
          className="pt-8"
        >
          {selected.content}
        </div>
      )}
    </div>
  )
}
