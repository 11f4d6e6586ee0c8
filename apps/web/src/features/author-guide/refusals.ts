/** The reasons for which a sync refuses a page, the most frequent first, and how the author corrects each. */
export const REFUSALS: readonly (readonly [reason: string, fix: string])[] = [
  ['The page has no name', 'Enter one under “Name”.'],
  ['The page is empty', 'Write its content, or set “Status” to “Draft” until you have.'],
  ['“Status” is neither “Draft” nor “Published”', 'Choose one of the two. Empty counts as “Published”.'],
  [
    'The tutorial has no session, or the session no course',
    'Choose one in “session” or “course”. Until then learners do not see the page.',
  ],
  ['Another page has the same slug', 'Choose another slug. The page that had it first keeps it.'],
  ['The slug has spaces or special characters', 'Use letters, digits, hyphens and underscores only.'],
  ['“Duration”, “Reading” or “Building” is not a number of minutes from 0 to 1440', 'Write the minutes as a plain number.'],
  ['“Related” names a page that is not in the Library', 'Remove it.'],
  ['The page belongs to a second course', 'The academy shows one course. Move the page to that course.'],
  ['A property was renamed, or has another type', 'Rename it back, or change its type back: the page says which one.'],
  ['The page is very long or deeply nested', 'Split it into two pages.'],
]
