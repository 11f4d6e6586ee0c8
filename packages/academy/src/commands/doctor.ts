import { runDoctor } from '../doctor/run-doctor.ts'
import { operatorCommand } from '../local/command.ts'

await operatorCommand(async () => {
  if (!(await runDoctor(process.env, (line) => console.log(line)))) process.exitCode = 1
})
