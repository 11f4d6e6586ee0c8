import path from 'node:path'
import { writeCli } from './write-cli.ts'

await writeCli(path.resolve(import.meta.dirname, '../dist'))
