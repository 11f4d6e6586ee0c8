import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { type Cell, toCsv } from './csv.ts'
import { Download } from './icons.ts'
import { LabelWithSubject } from './label-with-subject.tsx'
import { saveFile } from './save-file.ts'

/** A row of a table: what it is about, its values in the file, and what it shows unless that is the values. */
export type CsvRow = {
  /** The key of a row whose name is not unique. */
  id?: string
  name: string
  shown?: readonly ReactNode[]
  values: readonly Cell[]
  /** What a user can do with it; not in the file. */
  action?: ReactNode
}

type CsvTableProps = { caption: string; columns: readonly string[]; rows: readonly CsvRow[]; fileName: string }

/** A table with its download as CSV. */
export function CsvTable({ caption, columns, rows, fileName }: CsvTableProps) {
  const hasActions = rows.some(({ action }) => action !== undefined)
  return (
    <div className="flex flex-col items-start gap-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a table that is wider than the screen */}
      <section className="relative w-full overflow-x-auto" aria-label={caption} tabIndex={0}>
        <table className="w-full border-collapse text-right text-sm tabular-nums">
          <thead>
            <tr className="border-b border-rule text-muted">
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={index === 0 ? 'py-2 pr-4 text-left font-semibold' : 'py-2 pl-4 font-semibold whitespace-nowrap'}
                >
                  {column}
                </th>
              ))}
              {hasActions && (
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, values, shown, action }) => (
              <tr key={id ?? name} className="border-b border-rule">
                <th scope="row" className="min-w-36 py-2 pr-4 text-left font-semibold sm:whitespace-nowrap">
                  {name}
                </th>
                {(shown ?? values.map((value) => value.toLocaleString('en'))).map((cell, index) => (
                  <td key={columns[index + 1]} className="py-2 pl-4 whitespace-nowrap">
                    {cell}
                  </td>
                ))}
                {hasActions && <td className="py-2 pl-4">{action}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => saveFile(fileName, toCsv([columns, ...rows.map(({ name, values }) => [name, ...values])]), 'text/csv')}
      >
        <Download aria-hidden="true" />
        <LabelWithSubject label="Download as CSV" subject={caption} />
      </Button>
    </div>
  )
}
