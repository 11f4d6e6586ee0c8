import { createContext, type ReactNode, use } from 'react'
import { ArrowUpRight } from '../../ui/icons.ts'

const DASHBOARD = 'https://dashboard.stripe.com'

/** Pages of Stripe's dashboard by id prefix. Checkout sessions have none. */
const dashboardPages: Record<string, string> = {
  cus: 'customers',
  sub: 'subscriptions',
  pi: 'payments',
  ch: 'payments',
  evt: 'events',
  in: 'invoices',
}

const TestModeContext = createContext(false)

/** Provides whether ids are from Stripe's test mode, which has other URLs. Only the ids of checkout sessions show it. */
export function StripeModeProvider({ sessionId, children }: { sessionId: string | undefined; children: ReactNode }) {
  return <TestModeContext value={sessionId?.startsWith('cs_test_') ?? false}>{children}</TestModeContext>
}

/** A Stripe id, linked to the dashboard if it has a page there. */
export function StripeId({ id }: { id: string }) {
  const isTest = use(TestModeContext)
  const page = dashboardPages[id.slice(0, id.indexOf('_'))]
  if (page === undefined) return <Code>{id}</Code>
  return (
    <a
      href={`${DASHBOARD}/${isTest ? 'test/' : ''}${page}/${encodeURIComponent(id)}`}
      target="_blank"
      rel="noopener noreferrer"
      className="text-link inline-flex max-w-full items-start gap-0.5"
    >
      <Code>{id}</Code>
      <ArrowUpRight aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="sr-only"> (opens in Stripe)</span>
    </a>
  )
}

export const Code = ({ children }: { children: ReactNode }) => (
  <code translate="no" className="font-code text-[0.8em] break-all sm:text-[0.9em]">
    {children}
  </code>
)
