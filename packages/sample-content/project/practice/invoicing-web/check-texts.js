import { readFileSync } from 'node:fs'

const keysOf = (language) => Object.keys(JSON.parse(readFileSync(`texts/${language}.json`, 'utf8')))
const [english, german] = ['en', 'de'].map(keysOf)
const missing = [
  ...english.filter((key) => !german.includes(key)).map((key) => `texts/de.json lacks ${key}`),
  ...german.filter((key) => !english.includes(key)).map((key) => `texts/en.json lacks ${key}`),
]
console.log(missing.join('\n') || `Both languages have the same ${english.length} texts.`)
process.exitCode = missing.length === 0 ? 0 : 1
