import { parseArgs } from 'node:util'
import { runAcademy } from './run-academy.ts'

const { values } = parseArgs({ options: { inspect: { type: 'boolean', default: false } } })
await runAcademy({ mode: 'development', ...values })
