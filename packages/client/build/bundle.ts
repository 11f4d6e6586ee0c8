import path from 'node:path'
import { writeClient } from './write-client.ts'

await writeClient(path.resolve(import.meta.dirname, '../dist'))
