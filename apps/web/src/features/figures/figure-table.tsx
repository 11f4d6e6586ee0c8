import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Download } from '../../ui/icons.ts'
import { LabelWithSubject } from '../../ui/label-with-subject.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { type Cell, toCsv } from './csv.ts'

/** A row of a table: what it is about, what it shows, and its values in the file. */
export type FigureRow = { name: string; shown: readonly ReactNode[]; values: readonly Cell[] }

type FigureTableProps = { caption: string; columns: readonly string[]; rows: readonly FigureRow[]; fileName: string }

/** A table of figures with its download as CSV. */
export const FigureTable = ({ caption, columns, rows, fileName }: FigureTableProps) => (
  <div className="flex flex-col items-start gap-3">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a table that is wider than the screen */}
    <section className="w-full overflow-x-auto" aria-label={caption} tabIndex={0}>
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
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, shown }) => (
            <tr key={name} className="border-b border-rule">
              <th scope="row" className="py-2 pr-4 text-left font-semibold whitespace-nowrap">
                {name}
              </th>
              {shown.map((cell, index) => (
                <td key={columns[index + 1]} className="py-2 pl-4 whitespace-nowrap">
                  {cell}
                </td>
              ))}
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
