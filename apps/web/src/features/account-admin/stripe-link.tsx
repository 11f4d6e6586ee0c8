import { createContext, type ReactNode, use } from 'react'
import { ArrowUpRight } from '../../ui/icons.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

const DASHBOARD = 'https://dashboard.stripe.com'

/** Where Stripe's dashboard shows an object, by the beginning of its id. Checkout sessions have no page there. */
const pages: Record<string, string> = { cus: 'customers', sub: 'subscriptions', pi: 'payments', ch: 'payments', evt: 'events' }

const TestMode = createContext(false)

/** Says whether the ids within are of Stripe's test mode, whose objects have addresses of their own. Checkout sessions tell it. */
export function StripeMode({ sessionIds, children }: { sessionIds: string[]; children: ReactNode }) {
  return <TestMode value={sessionIds.some((id) => id.startsWith('cs_test_'))}>{children}</TestMode>
}

/** An id of Stripe's; a link to its page in the dashboard where there is one. */
export function StripeId({ id }: { id: string }) {
  const isTest = use(TestMode)
  const page = pages[id.slice(0, id.indexOf('_'))]
  if (page === undefined) return <Code>{id}</Code>
  return (
    <a
      href={`${DASHBOARD}/${isTest ? 'test/' : ''}${page}/${encodeURIComponent(id)}`}
      target="_blank"
      rel="noopener noreferrer"
      className="text-link"
    >
      <Code>{id}</Code>
      <ArrowUpRight aria-hidden="true" className="ml-0.5 inline size-4" />
      <VisuallyHidden> (opens in Stripe)</VisuallyHidden>
    </a>
  )
}

export const Code = ({ children }: { children: ReactNode }) => <code className="font-code text-[0.9em] break-all">{children}</code>
