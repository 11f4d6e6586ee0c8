import { readFile, writeFile } from 'node:fs/promises'
import { apiParts } from '../src/api-changes.ts'
import { openApiDocument } from '../src/openapi.ts'

const fileOf = (name: string) => new URL(`../${name}`, import.meta.url)

// Dates what the changelog names as unreleased, and stores the API that the next changes are compared with.
const changelog = await readFile(fileOf('CHANGELOG.md'), 'utf8')
await writeFile(
  fileOf('CHANGELOG.md'),
  changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${new Date().toISOString().slice(0, 10)}\n`),
)
await writeFile(fileOf('released-api.json'), `${JSON.stringify(apiParts(openApiDocument('')), null, 2)}\n`)
