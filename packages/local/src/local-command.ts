import { CommandError, runCommand } from '@academy/operator'
import { StartError } from '@academy/standins'

/** Runs the body of a command that starts stand-ins. Prints a StartError of a stand-in as its message. */
export const localCommand = (body: () => Promise<void>): Promise<void> =>
  runCommand(async () => {
    try {
      await body()
    } catch (error) {
      throw error instanceof StartError ? new CommandError(error.message) : error
    }
  })
