import { createDuplicateCheck } from './duplicates.ts'
import type { Desk, Properties } from './message.ts'
import { pageName } from './page-name.ts'

/** D-134: the specification names the properties of a page view, not the event. */
const PAGE_VIEWED = 'Page Viewed'

/** The few things that are asked of the vendor's library. */
export type Vendor = {
  track(name: string, properties: Properties, at: number): void
  identify(properties: Properties): void
  clearProperties(): void
  setOptOut(optOut: boolean): void
}

/** Makes events out of what happened: page views with where they came from, and nothing twice. */
export function createDesk(vendor: Vendor): Desk {
  const duplicates = createDuplicateCheck()
  let page: string | undefined

  const track = (name: string, properties: Properties, at: number) => {
    if (!duplicates.isRepeated(name, properties, at)) vendor.track(name, properties, at)
  }

  return {
    take(message) {
      if (message.kind === 'event') track(message.name, message.properties, message.at)
      else if (message.kind === 'person') {
        if (message.properties) vendor.identify(message.properties)
        else vendor.clearProperties()
      } else if (message.path !== page) {
        // A change of the query alone is no change of the route (D-135).
        track(PAGE_VIEWED, { page_name: pageName(message.path), path: message.path, referrer: page ?? 'direct' }, message.at)
        page = message.path
      }
    },
    allow: (allowed) => vendor.setOptOut(!allowed),
  }
}
