// In UTF-16 code units. This file has no schemas, so that the web app can load it.

/** The longest note. */
export const NOTE_MAX_LENGTH = 20_000

/** The longest text of a learner for whom a tutorial did not work. */
export const ANSWER_MAX_LENGTH = 500

/** The longest review of a course. */
export const REVIEW_MAX_LENGTH = 500
