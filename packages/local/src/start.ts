import { runAcademy } from './run-academy.ts'

await runAcademy('production')
