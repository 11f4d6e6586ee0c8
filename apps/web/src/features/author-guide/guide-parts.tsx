import type { ReactNode } from 'react'

/** A section of the guide. The table of contents links to its heading. */
export function GuideSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-rule pt-8">
      <h2 id={id} className="scroll-mt-20 text-2xl md:scroll-mt-6">
        {title}
      </h2>
      {children}
    </section>
  )
}

export const Text = ({ children }: { children: ReactNode }) => <p className="max-w-prose">{children}</p>

export const Bullets = ({ children }: { children: ReactNode }) => (
  <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-5 marker:text-muted">{children}</ul>
)

export const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="flex max-w-prose list-decimal flex-col gap-1.5 pl-5 marker:text-muted">{children}</ol>
)

type PictureProps = { src: string; width: number; height: number; alt: string; children: ReactNode }

/** A screenshot with a caption. */
export const Picture = ({ src, width, height, alt, children }: PictureProps) => (
  <figure className="my-2">
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      className="h-auto max-w-full rounded-lg border border-rule bg-sunken"
    />
    <figcaption className="mt-2 max-w-prose text-sm text-muted">{children}</figcaption>
  </figure>
)

/** A table whose first column contains the row headings. */
export function GuideTable({ caption, columns, rows }: { caption: string; columns: string[]; rows: readonly (readonly ReactNode[])[] }) {
  // two columns fit on a phone; wider tables scroll
  const isWide = columns.length > 2
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a table that is wider than the screen
    <section className="overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table className={`w-full border-collapse text-left text-sm ${isWide ? 'min-w-[32rem]' : ''}`}>
        <thead>
          <tr className="border-b border-rule text-muted">
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pr-4 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others]) => (
            <tr key={String(first)} className="border-b border-rule align-top">
              <th scope="row" className={`py-2 pr-4 font-semibold ${isWide ? '' : 'w-2/5 sm:w-64'}`}>
                {first}
              </th>
              {others.map((cell, index) => (
                <td key={columns[index + 1]} className="py-2 pr-4">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
