import { type MouseEvent, type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { X } from './icons.ts'
import { restoreFocus } from './page-heading.tsx'
import { moveToastsToTopDialog } from './toast-container.ts'

type DialogProps = {
  open: boolean
  /** Called by the close button, Escape and a click outside. Never called when `dismissable` is false. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** false removes the close button and ignores Escape and clicks outside. */
  dismissable?: boolean
  /** false hides the close button in the corner, for dialogs whose children include one. */
  closeButton?: boolean
  /** Uses role="alertdialog". */
  alert?: boolean
  /** Receives the focus; the first control by default. Use 'title' for dialogs that users read before they act. */
  initialFocus?: RefObject<HTMLElement | null> | 'title'
  size?: 'sm' | 'md' | 'lg'
  children?: ReactNode
}

const sizes = { sm: 'max-w-[26rem]', md: 'max-w-[34rem]', lg: 'max-w-[56rem]' }

/**
 * A modal dialog on the native element, which makes the rest of the page inert. Children mount on opening and unmount on closing.
 * Closing restores the focus.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  title,
  description,
  dismissable = true,
  alert = false,
  closeButton = dismissable && !alert,
  initialFocus,
  size = 'md',
  children,
}: Omit<DialogProps, 'open'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const startsAtTitle = initialFocus === 'title'
  const dialog = useModal(startsAtTitle ? heading : initialFocus)
  const pressedOutside = useRef(false)
  const titleId = useId()
  const descriptionId = useId()
  useEscapeBlocked(dialog, !dismissable)

  const isOutside = (event: MouseEvent) => event.target === dialog.current
  // The caller decides when to close, so the browser's default is always prevented.
  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    if (dismissable) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside is for pointers; keyboard users have Escape and the close button
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      closedby={dismissable ? 'closerequest' : 'none'}
      onCancel={onCancel}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={(event) => {
        // A drag that starts on text inside and ends outside must not close the dialog.
        if (dismissable && pressedOutside.current && isOutside(event)) onClose()
      }}
      className={cx(
        'dialog-panel m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto overscroll-contain rounded-lg border border-rule bg-surface text-ink shadow-floating',
        sizes[size],
      )}
    >
      <div className="relative p-6 sm:p-8">
        <h2 id={titleId} ref={heading} tabIndex={startsAtTitle ? -1 : undefined} className={cx('text-xl', closeButton && 'pr-10')}>
          {title}
        </h2>
        {description && (
          <p id={descriptionId} className="mt-2 text-muted">
            {description}
          </p>
        )}
        {children && <div className="mt-6">{children}</div>}
        {closeButton && (
          <Button variant="ghost" size="icon" className="absolute top-4 right-4" aria-label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
    </dialog>
  )
}

/** Opens the element as a modal while it is mounted, then restores the focus. */
export function useModal(initialFocus?: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    setScrollBarWidth(document.documentElement)
    if (dialog && !dialog.open) dialog.showModal()
    moveToastsToTopDialog()
    initialFocus?.current?.focus()
    return () => {
      dialog?.close()
      moveToastsToTopDialog()
      restoreFocus(before)
      // The opener may unmount together with the dialog, for example a delete button.
      queueMicrotask(() => document.activeElement === document.body && restoreFocus(before))
    }
  }, [initialFocus])
  return ref
}

/** Stores the scroll bar's width, so that the page does not move when a dialog hides it. Writes only changes: every element inherits it. */
function setScrollBarWidth(page: HTMLElement): void {
  const name = '--scroll-bar-width'
  const width = `${innerWidth - page.clientWidth}px`
  if (width !== (page.style.getPropertyValue(name) || '0px')) page.style.setProperty(name, width)
}

/** Blocks Escape by its key press: browsers close a dialog on the second Escape even when `cancel` is prevented. */
function useEscapeBlocked(ref: RefObject<HTMLDialogElement | null>, blocked: boolean) {
  useEffect(() => {
    if (!blocked) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && ref.current?.open) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [ref, blocked])
}
