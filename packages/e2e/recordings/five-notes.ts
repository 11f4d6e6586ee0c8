/** Ana's notes of the first week, as the board keeps them. */
export const FIVE_NOTES = [
  { id: 'n5', text: 'Mira: the file stops after page 40', source: 'mail', date: '2026-03-06', topics: ['export'] },
  { id: 'n4', text: 'Tom: the reminder went out twice', source: 'call', date: '2026-03-05', topics: ['reminders'] },
  { id: 'n3', text: 'Lena: the invoice number is missing in the file', source: 'chat', date: '2026-03-04', topics: ['invoices', 'export'] },
  { id: 'n2', text: 'Tom: I cannot log in on my phone', source: 'mail', date: '2026-03-03', topics: ['login'] },
  { id: 'n1', text: 'Mira: writing the monthly invoices takes an hour', source: 'call', date: '2026-03-02', topics: ['invoices'] },
]
