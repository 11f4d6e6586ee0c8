/** The longest note, in UTF-16 code units. This file has no schemas, so that the web app can load it. */
export const NOTE_MAX_LENGTH = 20_000
