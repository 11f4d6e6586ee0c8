/** Made up: what the pages show on a developer's machine. */
export const TODAY = '2026-03-13'
export const INVOICES = [
  { number: '2026-0007', customer: 'c1', cents: 49_00, due: '2026-03-06', paidOn: null },
  { number: '2026-0008', customer: 'c2', cents: 129_00, due: '2026-03-20', paidOn: null },
  { number: '2026-0009', customer: 'c3', cents: 19_50, due: '2026-03-09', paidOn: '2026-03-10' },
]
