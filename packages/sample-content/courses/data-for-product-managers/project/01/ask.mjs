import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

// read-only: a question can't change the data
const db = new DatabaseSync('practice.db', { readOnly: true })
const question = readFileSync(process.argv[2], 'utf8')
for (const row of db.prepare(question).all()) {
  console.log(Object.entries(row).map(([name, value]) => `${name} ${value ?? 'empty'}`).join(', '))
}
