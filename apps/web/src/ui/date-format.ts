/**
 * Returns a function that formats dates. It creates the formatter on first use, because the first one of a page takes about 20 ms, which
 * pages without dates need not wait for.
 */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): (date: Date | number) => string {
  let formatter: Intl.DateTimeFormat | undefined
  return (date) => {
    formatter ??= new Intl.DateTimeFormat(locale, options)
    return formatter.format(date)
  }
}
