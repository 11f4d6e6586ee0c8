/** The logo: an open book whose pages form a V, with a cursor as the bookmark. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className ?? 'size-8'}>
      <path d="M3 6.5 13 10v17.5L3 24z" className="fill-ink" />
      <path d="M29 6.5 19 10v17.5L29 24z" className="fill-ink" />
      <rect x="14.5" y="3" width="3" height="26" rx="1.5" className="fill-accent" />
    </svg>
  )
}

/** Logo and name. The last word of the name has a lighter weight. */
export function Wordmark({ name }: { name: string }) {
  const lastSpace = name.lastIndexOf(' ')
  const [strong, light] = lastSpace > 0 ? [name.slice(0, lastSpace), name.slice(lastSpace)] : [name, '']
  return (
    <span className="flex items-center gap-2.5">
      <Logo className="size-7 shrink-0" />
      <span translate="no" className="font-display text-base leading-none font-bold tracking-tight">
        {strong}
        <span className="font-normal">{light}</span>
      </span>
    </span>
  )
}
