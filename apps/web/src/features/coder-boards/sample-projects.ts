export const BOARD_MONTH = 'May 2025'

/**
 * Fictional examples, the highest revenue and rating first. Revenue is in dollars per month, the rating out of five, and growth in per cent of the
 * month before. Revenue and growth are hidden.
 */
export const sampleProjects = [
  {
    id: 'tidy-invoices',
    name: 'Tidy Invoices',
    owner: 'Mara Lindqvist',
    description: 'Reads the invoices in a mailbox and files them for the tax adviser.',
    revenue: 8400,
    rating: 4.9,
    category: 'Finance',
    growth: 24,
  },
  {
    id: 'shift-swap',
    name: 'Shift Swap',
    owner: 'Tobias Okafor',
    description: 'Cafés and small clinics trade shifts without a group chat.',
    revenue: 6150,
    rating: 4.8,
    category: 'Operations',
    growth: 18,
  },
  {
    id: 'lesson-loom',
    name: 'Lesson Loom',
    owner: 'Priya Raman',
    description: 'Turns a chapter of a textbook into a lesson plan with exercises.',
    revenue: 4900,
    rating: 4.7,
    category: 'Education',
    growth: 31,
  },
  {
    id: 'quiet-listing',
    name: 'Quiet Listing',
    owner: 'Jonas Weber',
    description: 'Writes property listings that say what is there, in three languages.',
    revenue: 3720,
    rating: 4.6,
    category: 'Real estate',
    growth: 9,
  },
  {
    id: 'garden-ledger',
    name: 'Garden Ledger',
    owner: 'Elena Costa',
    description: 'Plans beds and harvests for community gardens, season by season.',
    revenue: 1980,
    rating: 4.5,
    category: 'Community',
    growth: 15,
  },
  {
    id: 'set-list',
    name: 'Set List',
    owner: 'Dele Adeyemi',
    description: 'Cover bands build a set for the room, with keys, tempos and breaks.',
    revenue: 1240,
    rating: 4.4,
    category: 'Music',
    growth: 12,
  },
]

export type SampleProject = (typeof sampleProjects)[number]
