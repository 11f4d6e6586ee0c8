import { OFFERS } from '@academy/catalog'
import type { Statement } from './statement.ts'

/** The text of a statement of withdrawal, with the values that the user entered. */
export function StatementText({ statement: { name, email, offer, order_number, remark } }: { statement: Statement }) {
  const rows = [
    ['Name', name],
    ['Email', email],
    ['Order or receipt number', order_number],
    ['Remark', remark],
  ].filter(([, text]) => text !== '')
  return (
    <div data-private className="my-6 rounded-md border border-rule bg-sunken p-4">
      <p className="font-semibold">I withdraw from my contract for: {OFFERS[offer].title}</p>
      <dl className="mt-3 flex flex-col gap-2 text-sm">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="break-words whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
