import { runAcademy } from './run-academy.ts'

await runAcademy({ mode: 'production' })
