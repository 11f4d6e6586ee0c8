export type Side = 'top' | 'bottom' | 'right'

/** Positions a popover beside its anchor, within the viewport. Popovers are in the top layer, so nothing clips them. */
export function positionPopover(popover: HTMLElement, anchor: Element, side: Side, gap = 6) {
  const box = anchor.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const style = popover.style
  style.position = 'fixed'
  style.inset = 'auto'
  style.margin = '0'
  if (side === 'right') {
    style.left = `${box.right + gap}px`
    style.top = `${box.top + box.height / 2}px`
    return
  }
  // A taller popover scrolls. Set first, because the height is measured below.
  style.maxHeight = `${clientHeight - 16}px`
  style.left = `${Math.max(8, Math.min(box.left, clientWidth - popover.offsetWidth - 8))}px`
  const { offsetHeight } = popover
  const below = clientHeight - box.bottom - gap
  const above = box.top - gap
  // Flips when the preferred side has no room. When neither has, the popover covers its anchor.
  if (Math.max(below, above) < offsetHeight) style.top = `${Math.max(8, clientHeight - offsetHeight - 8)}px`
  else if (side === 'bottom' ? below >= offsetHeight : above < offsetHeight) style.top = `${box.bottom + gap}px`
  else style.bottom = `${clientHeight - box.top + gap}px`
}
