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
  /** Called with each refusal of the academy that ends a request. */
  onRefusal?: (error: AcademyError) => void
}
