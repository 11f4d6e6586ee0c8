import { runDoctor } from '../doctor/run-doctor.ts'
import { command } from '../local/command.ts'

await command(async () => {
  if (!(await runDoctor(process.env, (line) => console.log(line)))) process.exitCode = 1
})
