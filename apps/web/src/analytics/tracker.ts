import { createDuplicateCheck } from './duplicates.ts'
import type { Properties, Tracker } from './message.ts'
import { pageName } from './page-name.ts'

/** The specification names the properties of a page view, not the event. */
const PAGE_VIEWED = 'Page Viewed'

/** The functions of the vendor's library that the tracker uses. */
type Vendor = {
  track(name: string, properties: Properties, at: number): void
  /** Assigns later events to an account. */
  identify(accountId: string, properties: Properties): void
  /** Assigns later events to the anonymous device. */
  forgetAccount(): void
  setOptOut(optOut: boolean): void
}

/** Creates a tracker that adds names and referrers to page views and drops duplicates. */
export function createTracker(vendor: Vendor): Tracker {
  const duplicates = createDuplicateCheck()
  let lastPath: string | undefined

  const trackOnce = (name: string, properties: Properties, at: number) => {
    if (!duplicates.isRepeated(name, properties, at)) vendor.track(name, properties, at)
  }

  return {
    track(message) {
      if (message.kind === 'event') trackOnce(message.name, message.properties, message.at)
      else if (message.kind === 'account') {
        if (message.account) vendor.identify(message.account.id, message.account.properties)
        else vendor.forgetAccount()
      } else if (message.path !== lastPath) {
        // A change of the query alone is not a page view.
        trackOnce(PAGE_VIEWED, { page_name: pageName(message.path), path: message.path, referrer: lastPath ?? 'direct' }, message.at)
        lastPath = message.path
      }
    },
    setAllowed: (allowed) => vendor.setOptOut(!allowed),
  }
}
