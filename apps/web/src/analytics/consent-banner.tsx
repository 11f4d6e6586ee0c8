import { Button } from '../ui/button.tsx'
import { moveFocusOnRemoval } from '../ui/move-focus-on-removal.ts'
import { analytics, useConsent } from './analytics.ts'

/** A banner that asks for consent before anything is sent or recorded. Has room of its own at the end, so that it hides no footer. */
export function ConsentBanner() {
  if (useConsent() !== 'asking') return null
  return (
    <section
      ref={moveFocusOnRemoval}
      aria-label="Usage data"
      data-bottom-bar
      className="sticky bottom-4 short:static z-30 m-4 rounded-lg border border-rule bg-surface p-5 text-sm shadow-floating sm:ml-auto sm:max-w-96 print:hidden"
    >
      <p>Can we record how you use the academy, with your name and email address? We never record passwords or anything you type.</p>
      <div className="mt-4 flex gap-3">
        <Button variant="secondary" onClick={() => analytics.answer('no')}>
          No
        </Button>
        <Button variant="secondary" onClick={() => analytics.answer('yes')}>
          Yes
        </Button>
      </div>
    </section>
  )
}
