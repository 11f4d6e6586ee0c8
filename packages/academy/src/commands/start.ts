import { runAcademy } from '../local/run-academy.ts'

await runAcademy('built')
