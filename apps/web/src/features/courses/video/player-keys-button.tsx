import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ArrowLeft, ArrowRight, Keyboard } from '../../../ui/icons.ts'
import { handlePlayerKeys, PLAYER_KEYS } from './player-keys.ts'
import { loadPlayerPreferences, savePlayerPreferences } from './player-preferences.ts'

/** Controls the video by keys, and opens the dialog that lists them. */
export function PlayerKeysButton({ video }: { video: HTMLVideoElement }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listeners = new AbortController()
    handlePlayerKeys(video, () => setOpen(true), listeners.signal)
    return () => listeners.abort()
  }, [video])
  return (
    <>
      {/* Touch devices have no keys, or a keyboard with "?". */}
      <Button variant="ghost" size="sm" className="-mx-3 pointer-coarse:hidden forced-colors:mx-0" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden="true" />
        Keyboard shortcuts
      </Button>
      {/* At the end of the page, because its heading would stand between that of the video and that of the transcript. */}
      {open &&
        createPortal(
          <Dialog
            onClose={() => setOpen(false)}
            title="Keyboard shortcuts"
            description="They control the video while you are not typing. Space scrolls the page when the video is out of view."
            initialFocus="title"
            size="sm"
          >
            <PlayerKeys />
          </Dialog>,
          document.body,
        )}
    </>
  )
}

function PlayerKeys() {
  const [isOn, setOn] = useState(() => loadPlayerPreferences().keys !== false)
  const turn = (on: boolean) => {
    savePlayerPreferences({ keys: on })
    setOn(on)
  }
  return (
    <>
      <dl className="border-t border-rule">
        {PLAYER_KEYS.map(({ keys, action }) => (
          <div key={action} className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-x-4 border-b border-rule py-2">
            <dt className="flex items-center gap-1.5 text-sm text-muted">
              {keys.map((key, index) => (
                <span key={key} className="contents">
                  {index > 0 && ' or '}
                  <Key>{key}</Key>
                </span>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      {/* Speech input can press single letters by mistake, so the keys can be turned off. */}
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <input type="checkbox" checked={isOn} onChange={(event) => turn(event.target.checked)} className="size-5 accent-primary" />
        Use these shortcuts
      </label>
    </>
  )
}

/** What some keys show instead of their name. */
const SIGNS: Record<string, ReactNode> = { 'Left arrow': <ArrowLeft />, 'Right arrow': <ArrowRight />, 'Question mark': '?' }

/** A key as it is printed on a keyboard, with its name for screen readers. */
const Key = ({ children }: { children: string }) => (
  <kbd className="inline-flex min-h-7 min-w-8 items-center justify-center rounded-sm border border-rule-strong bg-sunken px-2 [font-family:inherit] font-semibold text-ink [&_svg]:size-4">
    {SIGNS[children] && <span aria-hidden="true">{SIGNS[children]}</span>}
    <span className={SIGNS[children] ? 'sr-only' : undefined}>{children}</span>
  </kbd>
)
