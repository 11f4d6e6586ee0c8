import type { AcademyClient, AcademyError } from '@vibe-coding-academy/client'

export type AcademyServerOptions = {
  /** Calls the academy for the user. The academy decides each access. */
  client: AcademyClient
  /** The URL of the web app. */
  webUrl: string
  courseId: string
  /** Tells the user what to do after a refused token. */
  signInHint: string
  /** Whether the program announces changed lists to its clients. */
  announcesChanges: boolean
  /** Checks the user's project; absent where the server does not run on the user's machine. Returns what the model reads. */
  checkProject?: (session: string | undefined, agreed: boolean) => Promise<object>
  /** Called with each refusal of the academy that ends a request. */
  onRefusal?: (error: AcademyError) => void
}
