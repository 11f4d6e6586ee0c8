import { readFileSync } from 'node:fs'

const place = (file) => new URL(`../texts/${file}`, import.meta.url)
const LANGUAGES = Object.fromEntries(['en', 'de'].map((language) => [language, JSON.parse(readFileSync(place(`${language}.json`), 'utf8'))]))

/** Returns a text in a language, or its key, so that a missing text is seen. */
export const text = (language, key) => LANGUAGES[language]?.[key] ?? key

/** The email of a reminder: the file of the language, or the one without a language. */
export const reminderText = (language) => readFileSync(place(language === 'en' ? 'reminder.en.txt' : 'reminder.txt'), 'utf8')
